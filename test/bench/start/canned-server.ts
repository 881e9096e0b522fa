import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Exchange, type GivenAnswer, isForModel, kindOf } from './exchange.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { expectMoment } from './moment.ts';

/** One request that a program made. */
interface Arrival {
  /** Its kind, and the how many-th of it. */
  name: string;
  /** By `performance.now()`. */
  at: number;
}

/** One program's run against the server. */
export interface Visit {
  arrivals: Arrival[];
  /** Both by `performance.now()`. */
  gitHubReached: Promise<number>;
  modelReached: Promise<number>;
}

export interface CannedServer {
  url: string;
  /** Forgets who came before. The request named `unanswered` never gets its answer. */
  expectVisit(unanswered?: string): Visit;
  /** What was asked for and was never recorded. Empty after a good run. */
  faults: string[];
  close(): Promise<void>;
}

/** Gives recorded answers out, as fast as a server in this process can: nothing of GitHub's own cost is in what is timed. */
export async function startCannedServer(exchanges: readonly Exchange[]): Promise<CannedServer> {
  const answers = new Map(named(exchanges).map(({ name, answer }) => [name, answer]));
  const faults: string[] = [];
  let current = createVisit();
  let held: string | undefined;

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const request = { method: incoming.method ?? '', url: incoming.url ?? '' };
    const { name } = current.arrive(request);
    incoming.resume();
    if (isForModel(request) || name === held) return;
    const known = answers.get(name);
    if (known === undefined) faults.push(name);
    write(outgoing, known ?? { status: 501, headers: {}, body: '' });
  }

  const server = await startLoopbackServer(answer);
  return {
    url: server.url,
    faults,
    expectVisit(unanswered) {
      server.cutConnections();
      held = unanswered;
      current = createVisit();
      return current.visit;
    },
    close: server.close,
  };
}

function write(outgoing: ServerResponse, { status, headers, body }: GivenAnswer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

function createVisit() {
  const counts = new Map<string, number>();
  const gitHub = expectMoment();
  const model = expectMoment();
  const visit: Visit = { arrivals: [], gitHubReached: gitHub.reached, modelReached: model.reached };
  return {
    visit,
    arrive(request: { method: string; url: string }): Arrival {
      const at = performance.now();
      (isForModel(request) ? model : gitHub).reach(at);
      const arrival = { name: numbered(kindOf(request), counts), at };
      visit.arrivals.push(arrival);
      return arrival;
    },
  };
}

/** Every exchange with its name. */
export function named(exchanges: readonly Exchange[]): (Exchange & { name: string })[] {
  const counts = new Map<string, number>();
  return exchanges.map((exchange) => ({ ...exchange, name: numbered(kindOf(exchange.request), counts) }));
}

function numbered(kind: string, counts: Map<string, number>): string {
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  return `${kind} #${count}`;
}
