import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { commitAll, git, open, repositoryWith, write } from './fixture.ts';
import { gitBackend, serve } from './http-remote.ts';

const TOKEN = 'ghs_0123456789abcdefghijklmnopqrstuvwxyz';
const CREDENTIAL = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
const HEADER = `basic ${CREDENTIAL}`;
const REF = 'refs/heads/penguin/1-fix';

describe('the token of a push or fetch', () => {
  it('travels in a header of every request, and in no process arguments', async () => {
    const { folder, remote } = clonedOverHttp();
    const seen: (string | undefined)[] = [];
    const args: string[] = [];
    const base = await serve((request, response) => {
      seen.push(request.headers.authorization);
      args.push(...argumentsOfProcesses());
      gitBackend(dirname(remote), request, response);
    });
    const url = `${base}/remote.git`;
    const repository = await open(folder);
    const { sha } = await repository.head();
    expect(await repository.push({ url, token: TOKEN, ref: REF, sha })).toEqual({ kind: 'pushed' });
    expect(await repository.fetch({ url, token: TOKEN, want: REF })).toEqual({ kind: 'fetched', sha });

    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set([HEADER]));
    if (existsSync('/proc/self/cmdline')) expect(args.join('\n')).toContain(url);
    expect(args.join('\n')).not.toMatch(new RegExp(`${TOKEN}|${CREDENTIAL}`));
  });

  it('is not repeated when the other side says it, and nobody is asked for another', async () => {
    const { folder } = clonedOverHttp();
    const canary = join(tempDir(), 'canary');
    git(folder, 'config', 'credential.helper', `!touch ${canary}`);
    git(folder, 'config', 'core.askPass', canary);
    for (const status of [401, 403, 404]) {
      const base = await serve((request, response) => {
        response.writeHead(status, { 'content-type': 'text/plain', 'www-authenticate': 'Basic realm="x"' });
        response.end(`no: ${request.headers.authorization} ${TOKEN}\n`);
      });
      const repository = await open(folder);
      const { sha } = await repository.head();
      const request = { url: `${base}/o/r.git`, token: TOKEN };
      const pushed = await repository.push({ ...request, ref: REF, sha });
      expect(pushed).toMatchObject({ kind: 'rejected', reason: 'forbidden' });
      const fetched = await repository.fetch({ ...request, want: REF });
      expect(fetched).toMatchObject({ kind: 'forbidden' });
      expect(JSON.stringify([pushed, fetched])).not.toMatch(new RegExp(`${TOKEN}|${CREDENTIAL}`));
    }
    expect(existsSync(canary)).toBe(false);
  });

  it('is not shown to whom the other side points', async () => {
    const { folder } = clonedOverHttp();
    const elsewhere: unknown[] = [];
    const there = await serve((request, response) => {
      elsewhere.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    const here = await serve((request, response) => {
      response.writeHead(301, { location: `${there}${request.url}` }).end();
    });
    const repository = await open(folder);
    const { sha } = await repository.head();
    const result = await repository.push({ url: `${here}/o/r.git`, token: TOKEN, ref: REF, sha });
    expect(result).toMatchObject({ kind: 'unreachable' });
    expect(elsewhere).toEqual([]);
  });

  it('is not wasted on a folder', async () => {
    const { folder, remote } = clonedOverHttp();
    const repository = await open(folder);
    const { sha } = await repository.head();
    await expect(repository.push({ url: remote, token: TOKEN, ref: REF, sha })).rejects.toThrow('of no use');
  });
});

describe('a server in trouble', () => {
  it('is unreachable when it says 502', async () => {
    const { folder } = clonedOverHttp();
    const base = await serve((_, response) => response.writeHead(502).end());
    const repository = await open(folder);
    const result = await repository.fetch({ url: `${base}/o/r.git`, want: REF });
    expect(result).toEqual({ kind: 'unreachable', message: expect.stringContaining('502') });
  });

  it('that never answers does not hold up an abort', async () => {
    const { folder } = clonedOverHttp();
    const stop = new AbortController();
    const base = await serve(() => stop.abort());
    const repository = await open(folder);
    const { sha } = await repository.head();
    const push = repository.push({ url: `${base}/o/r.git`, ref: REF, sha }, stop.signal);
    await expect(push).rejects.toMatchObject({ failure: { kind: 'aborted' } });
  });
});

function clonedOverHttp(): { folder: string; remote: string } {
  const home = tempDir();
  const folder = repositoryWith({ a: '1' }, join(home, 'work'));
  const remote = join(home, 'remote.git');
  git(home, 'clone', '-q', '--bare', folder, remote);
  git(remote, 'config', 'http.receivepack', 'true');
  write(folder, { a: '2' });
  commitAll(folder, 'second');
  return { folder, remote };
}

function argumentsOfProcesses(): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readIfThere(`/proc/${pid}/cmdline`));
}

/** Processes come and go while they are listed. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
