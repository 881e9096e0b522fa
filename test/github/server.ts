import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerRequest, identify } from './answer-request.ts';
import { type Interceptions, interceptions, type RequestRecord } from './intercept.ts';
import { jsonBody } from './rest/parameters.ts';
import { type Stage, stage } from './stage.ts';
import { jsonAnswer, readRequest, type WireAnswer, writeAnswer } from './wire.ts';
import type { World } from './world/state.ts';
import { createWorld } from './world/world.ts';

export interface GitHubOptions {
  /** The server's clock: dates of everything it makes, life of its links. The machine's unless given. */
  now?: () => Date;
}

/** A GitHub on 127.0.0.1, with state, as strict as the real one, for one test or one demonstration. */
export interface LoopbackGitHub extends Stage, Pick<Interceptions, 'intercept' | 'hold'> {
  /** For GITHUB_API_URL. */
  readonly apiUrl: string;
  /** For GITHUB_SERVER_URL: a name under `localhost`, which git resolves and Node need not. */
  readonly serverUrl: string;
  /** For ACTIONS_RESULTS_URL. */
  readonly resultsUrl: string;
  /** What was asked and is not served, and what was answered and would not conform. Empty after a good test. */
  readonly faults: readonly string[];
  /** Every request, in the order of arrival. */
  readonly requests: readonly RequestRecord[];
  /** Stops the server, cuts open connections and removes its repositories. */
  close(): Promise<void>;
}

export async function startGitHub({ now = () => new Date() }: GitHubOptions = {}): Promise<LoopbackGitHub> {
  const folder = await mkdtemp(join(tmpdir(), 'penguin-github-'));
  const world = createWorld(folder, now);
  const seams = interceptions();
  const requests: RequestRecord[] = [];
  const server = createServer((incoming, outgoing) => {
    serve(world, seams, requests, incoming, outgoing).catch((error: unknown) => {
      world.faults.push(`a request could not be served: ${String(error)}`);
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  world.apiUrl = `http://127.0.0.1:${port}`;
  world.serverUrl = `http://github.localhost:${port}`;
  return {
    ...stage(world),
    intercept: seams.intercept,
    hold: seams.hold,
    apiUrl: world.apiUrl,
    serverUrl: world.serverUrl,
    resultsUrl: world.apiUrl,
    faults: world.faults,
    requests,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      for (const { git } of world.repositories.values()) git.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(
  world: World,
  seams: Interceptions,
  requests: RequestRecord[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = await readRequest(incoming);
  const target = identify(request);
  const record: RequestRecord = {
    method: request.method,
    path: request.url.pathname,
    query: Object.fromEntries(request.url.searchParams),
    operation: target.operation,
    body: jsonBody(request),
    at: world.now().toISOString(),
    status: undefined,
  };
  requests.push(record);
  const answer = await seams.through(record, () =>
    loudly(world, record, () => answerRequest(world, request, target)),
  );
  record.status = answer === 'hang-up' ? answer : answer.status;
  if (answer === 'hang-up') outgoing.destroy();
  else writeAnswer(outgoing, answer);
}

/** A handler that breaks is this server's own fault: noted, and answered as GitHub answers its own. */
async function loudly(
  world: World,
  record: RequestRecord,
  answer: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  try {
    return await answer();
  } catch (error) {
    world.faults.push(`${record.operation} threw ${error instanceof Error ? error.stack : String(error)}`);
    return jsonAnswer(500, { message: 'Server Error' });
  }
}
