import type { WireAnswer } from './wire.ts';

/** A request as the journal keeps it. */
export interface RequestRecord {
  method: string;
  path: string;
  query: Record<string, string>;
  /** GitHub's operation id; for git and artifacts `git/…` and `artifacts/…`; `unknown` for what is not served. */
  operation: string;
  /** The body where it is JSON. */
  body: unknown;
  /** ISO time of arrival, by the server's clock. */
  at: string;
  /** Undefined while it is not answered, `hang-up` when the connection was cut instead. */
  status: number | 'hang-up' | undefined;
}

/** Which requests an interception is for: those that fit every field given. */
interface Match {
  operation?: string;
  method?: string;
  path?: RegExp;
  when?: (request: RequestRecord) => boolean;
  /** How many requests it takes; all unless said otherwise. */
  times?: number;
}

/** An answer, or `hang-up` for a connection that is cut. */
type Outcome = WireAnswer | 'hang-up';

/**
 * What happens to a matching request. `proceed` has the effect and gives GitHub's answer: call it, or do not, or
 * answer something else after it (a 502 after the commit).
 */
export type Action = (request: RequestRecord, proceed: () => Promise<Outcome>) => Promise<Outcome>;

interface Interception {
  /** The requests that it took. */
  readonly taken: RequestRecord[];
  stop(): void;
}

interface Hold {
  /** Resolves when a matching request has arrived and waits. */
  readonly reached: Promise<RequestRecord>;
  /** Lets it go on. May be called before it arrives. */
  release(): void;
}

export interface Interceptions {
  intercept(match: Match, action: Action): Interception;
  /** Holds the next matching request until it is released. */
  hold(match: Match): Hold;
  /** Answers a request through every interception that takes it, the latest outermost. */
  through(request: RequestRecord, answer: () => Promise<Outcome>): Promise<Outcome>;
}

export function interceptions(): Interceptions {
  const active: { match: Match; action: Action; taken: RequestRecord[] }[] = [];

  const intercept = (match: Match, action: Action): Interception => {
    const entry = { match, action, taken: [] as RequestRecord[] };
    active.push(entry);
    return { taken: entry.taken, stop: () => void active.splice(active.indexOf(entry), 1) };
  };

  return {
    intercept,
    hold(match) {
      const arrived = promise<RequestRecord>();
      const released = promise<void>();
      intercept({ times: 1, ...match }, async (request, proceed) => {
        arrived.resolve(request);
        await released.promise;
        return proceed();
      });
      return { reached: arrived.promise, release: () => released.resolve() };
    },
    async through(request, answer) {
      const taking = active.filter(
        ({ match, taken }) => taken.length < (match.times ?? Infinity) && fits(match, request),
      );
      for (const { taken } of taking) taken.push(request);
      return taking.reduce<() => Promise<Outcome>>(
        (proceed, { action }) =>
          () =>
            action(request, proceed),
        answer,
      )();
    },
  };
}

function fits(match: Match, request: RequestRecord): boolean {
  return (
    (match.operation === undefined || match.operation === request.operation) &&
    (match.method === undefined || match.method === request.method) &&
    (match.path === undefined || match.path.test(request.path)) &&
    (match.when === undefined || match.when(request))
  );
}

function promise<Value>() {
  let settle: (value: Value) => void = () => undefined;
  const made = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise: made, resolve: (value: Value) => settle(value) };
}
