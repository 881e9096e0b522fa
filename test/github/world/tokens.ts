import { createHmac, randomBytes } from 'node:crypto';
import { ACTIONS_APP, ACTIONS_BOT, findAccount } from './accounts.ts';
import { Refusal } from './refusal.ts';
import type { Caller, Permissions, Repository, WorkflowRun, World } from './state.ts';

/** Signs the runtime tokens of one server process; no other server accepts them. */
const RUNTIME_KEY = randomBytes(32);

/** A GITHUB_TOKEN: acts as `github-actions[bot]` on one repository. As long, and as odd, as GitHub's are since 2026. */
export function mintWorkflowToken(world: World, repository: Repository, permissions: Permissions): string {
  const token = `ghs_${ACTIONS_APP.id}_${jsonWebToken({ jti: randomBytes(180).toString('base64url') })}`;
  const caller: Caller = {
    kind: 'installation',
    account: ACTIONS_BOT,
    app: ACTIONS_APP,
    repository,
    permissions,
  };
  world.tokens.set(token, caller);
  return token;
}

/** A personal access token with all scopes: what its owner may do, it may do. */
export function mintUserToken(world: World, login: string): string {
  const token = `ghp_${randomBytes(18).toString('hex')}`;
  world.tokens.set(token, { kind: 'user', account: findAccount(world, login) });
  return token;
}

/** ACTIONS_RUNTIME_TOKEN: opens the artifact service to one job of one run. */
export function mintRuntimeToken(run: WorkflowRun, job: string): string {
  return jsonWebToken({ scp: `Actions.GenericRead:00000000 Actions.Results:${run.id}:${job}` });
}

/** The run that a runtime token speaks for, as its id; undefined for a token that is not ours. */
export function runOfRuntimeToken(authorization: string | undefined): number | undefined {
  const token = bearer(authorization);
  const [head = '', claims = '', signature] = token.split('.');
  if (signature !== sign(`${head}.${claims}`)) return undefined;
  const run = /Actions\.Results:(\d+):/.exec(Buffer.from(claims, 'base64url').toString('utf8'))?.[1];
  return run === undefined ? undefined : Number(run);
}

/** Who calls, from an Authorization header: `Bearer`, `token`, or Basic with the token as its password. */
export function authenticate(world: World, authorization: string | undefined): Caller {
  if (authorization === undefined) return { kind: 'anonymous' };
  const caller = world.tokens.get(bearer(authorization));
  if (caller === undefined) throw new Refusal(401, 'Bad credentials');
  return caller;
}

function bearer(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic') return value;
  return Buffer.from(value, 'base64').toString('utf8').split(':').slice(1).join(':');
}

function jsonWebToken(claims: Record<string, unknown>): string {
  const [head, body] = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return `${head}.${body}.${sign(`${head}.${body}`)}`;
}

function sign(text: string): string {
  return createHmac('sha256', RUNTIME_KEY).update(text).digest('base64url');
}
