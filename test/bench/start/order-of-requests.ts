import { setTimeout as sleep } from 'node:timers/promises';
import { type CannedServer, named, type Visit } from './canned-server.ts';
import { type Exchange, isForModel, type SentRequest } from './exchange.ts';

/** So long nothing must come before a program is taken to wait for the answer that it does not get. */
const SILENCE_MS = 600;
const LOOK_MS = 25;

/** A request, and the places in the plan of those whose answers it waits for. */
export interface PlannedRequest extends SentRequest {
  after: number[];
}

/** Runs the action until `end` and ends it there. */
type RunAction = (end: Promise<unknown>) => Promise<unknown>;

/**
 * Finds out which requests wait for which, by use: the action runs once for each of its requests, and that one gets no answer. What
 * comes all the same does not wait for it, the rest does. So the replay is as parallel as the action, and waits neither for what
 * merely happened to be earlier nor for the git commands between the action's requests.
 */
export async function planReplay(
  exchanges: readonly Exchange[],
  server: CannedServer,
  runAction: RunAction,
): Promise<PlannedRequest[]> {
  const requests = upToModel(named(exchanges));
  const free = new Map<string, ReadonlySet<string>>();
  for (const { name, request } of requests) {
    if (!isForModel(request)) free.set(name, await freeOf(name, server, runAction));
  }
  return requests.map(({ name, request }, place) => ({
    ...request,
    after: requests.slice(0, place).flatMap((earlier, at) => (free.get(earlier.name)?.has(name) ? [] : [at])),
  }));
}

/** What was asked beside the model, and after it, is no part of the way there. */
function upToModel<T extends Exchange>(exchanges: readonly T[]): T[] {
  return exchanges.slice(0, 1 + exchanges.findIndex(({ request }) => isForModel(request)));
}

/** The requests that come without the answer to `name`. */
async function freeOf(
  name: string,
  server: CannedServer,
  runAction: RunAction,
): Promise<ReadonlySet<string>> {
  const visit = server.expectVisit(name);
  const over = new AbortController();
  const end = Promise.race([visit.modelReached, silenceAfter(name, visit, over.signal)]);
  await runAction(end).finally(() => over.abort());
  return new Set(visit.arrivals.map((arrival) => arrival.name));
}

async function silenceAfter(name: string, { arrivals }: Visit, over: AbortSignal): Promise<void> {
  while (!over.aborted && !isSilent(name, arrivals)) await sleep(LOOK_MS);
}

function isSilent(name: string, arrivals: Visit['arrivals']): boolean {
  const last = arrivals.at(-1)?.at ?? Number.POSITIVE_INFINITY;
  return arrivals.some((arrival) => arrival.name === name) && performance.now() - last >= SILENCE_MS;
}
