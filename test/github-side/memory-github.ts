import type { GitHub } from '../../core/github/index.ts';

/** What a live comment asks of GitHub, answered at once: for tests whose hours pass on a fake clock. */
export interface MemoryGitHub extends GitHub {
  /** The comment's bodies in the order in which they were written; the first created it. */
  readonly bodies: readonly string[];
  /** What a write waits for, or fails with, before it has its effect. */
  before: (body: string) => Promise<void>;
  /** Writes that wait for their answer. One that is given up has its effect all the same, when it gets through. */
  pending(): number;
  /** Whether few requests are left in the hour. */
  scarce: boolean;
}

export const COMMENT_ID = 4711;

export function memoryGitHub(): MemoryGitHub {
  const bodies: string[] = [];
  let pending = 0;
  const memory: MemoryGitHub = {
    repository: { owner: 'octo', repo: 'demo' },
    bodies,
    before: async () => undefined,
    pending: () => pending,
    scarce: false,
    isScarce: () => memory.scarce,
    request: async (route, parameters, { signal } = {}) => write(route, parameters, signal),
    create: async (route, parameters, { read }) => read(await write(route, parameters)),
  };

  async function write(route: string, parameters: object, signal?: AbortSignal): Promise<never> {
    const { body } = parameters as { body?: string };
    if (body === undefined) throw new Error(`${route} is no write of a comment`);
    const written = memory.before(body).then(() => bodies.push(body));
    await answered(written, signal);
    return { id: COMMENT_ID, body, user: null } as never;
  }

  async function answered(written: Promise<unknown>, signal?: AbortSignal): Promise<void> {
    const left = new AbortController();
    const givenUp = new Promise<never>((_, reject) => {
      const giveUp = () => reject(new Error('given up'));
      signal?.addEventListener('abort', giveUp, { once: true, signal: left.signal });
    });
    pending++;
    await Promise.race([written, givenUp]).finally(() => {
      pending--;
      left.abort();
    });
  }
  return memory;
}
