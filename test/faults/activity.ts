/** Whether anything goes on in this process: an HTTP request that waits for its answer, a child process, a file. */
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';

export interface Activity {
  /** Whether nothing goes on but what hangs. */
  idle(): boolean;
  /** How many requests have begun and ended in this run. */
  changes(): number;
  /** Told at each change of this run. */
  onChange(listener: (changes: number) => void): void;
  /** A request to this path will not be answered. */
  hang(path: string): void;
  /** The request that will not be answered is a child process's. */
  hangChild(): void;
  /** Child processes that run now, without those that stay. */
  children(): number;
  /** Begins a run: resolves when `staying` child processes are left, which do not count from then on. */
  begin(staying: number): Promise<void>;
}

const FILES = new Set(['FSReqCallback', 'FSReqPromise']);
/** A child process has ended when its pipes are closed too. */
const CHILD_PARTS = new Set(['ProcessWrap', 'PipeWrap']);
/** So long the parts of children must be the same to be taken for those that stay. */
const STEADY_LOOKS = 5;

export function watchActivity(): Activity {
  let hung: string[] = [];
  let hungChildren = 0;
  let [open, changes, staying, stayingParts] = [0, 0, 0, 0];
  let tell: (changes: number) => void = () => undefined;

  const change = (by: number) => {
    open += by;
    tell(++changes);
  };
  subscribe('undici:request:create', () => change(1));
  subscribe('undici:request:trailers', () => change(-1));
  subscribe('undici:request:error', (message) => {
    // What hung has been given up.
    const path = pathOf(message);
    hung = hung.filter((other) => other !== path);
    change(-1);
  });

  const children = () => processes() - staying;
  const childrenIdle = () => {
    // The child that hung has been ended.
    if (children() === 0) hungChildren = 0;
    return hungChildren > 0 ? children() <= hungChildren : count(CHILD_PARTS) <= stayingParts;
  };

  return {
    idle: () => open <= hung.length && childrenIdle() && count(FILES) === 0,
    changes: () => changes,
    onChange: (listener) => {
      tell = listener;
    },
    hang: (path) => void hung.push(path),
    hangChild: () => void hungChildren++,
    children,
    async begin(wanted) {
      tell = () => undefined;
      [hung, hungChildren] = [[], 0];
      for (let steady = 0; steady < STEADY_LOOKS; ) {
        const before = count(CHILD_PARTS);
        await delay(1);
        steady = processes() === wanted && count(CHILD_PARTS) === before ? steady + 1 : 0;
      }
      [changes, staying, stayingParts] = [0, wanted, count(CHILD_PARTS)];
    },
  };
}

function count(names: ReadonlySet<string>): number {
  return process.getActiveResourcesInfo().filter((name) => names.has(name)).length;
}

function processes(): number {
  return count(new Set(['ProcessWrap']));
}

function pathOf(message: unknown): string {
  const { request } = message as { request: { path: string } };
  return request.path.replace(/\?.*/, '');
}
