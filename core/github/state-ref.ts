import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';
import { refHead } from './ref-head.ts';

/** A state file is small: it is read at every command. */
const MAX_STATE_BYTES = 64 * 1024;
const STATE_FILE = 'state.json';
/** Lost races in a row before giving up: each one means that somebody else got on. */
const MAX_RACES = 20;

/** A value in a git ref, and the commit that it was read from. */
export interface Versioned<T> {
  value: T;
  /** Undefined while the ref does not exist. */
  sha: string | undefined;
}

/**
 * Durable state in a ref: a chain of commits whose trees hold `state.json` only. The first has no parent; each update must be a
 * fast-forward, so a lost race fails at GitHub and the chain is the audit log.
 */
export interface StateRef<T> {
  read(): Promise<Versioned<T>>;
  /**
   * Reads, lets `change` decide, and writes what it returns by compare-and-swap; after a lost race `change` decides anew.
   * `undefined` from `change` leaves the state as it is.
   */
  update<R>(message: string, change: (value: T) => { value: T | undefined; result: R }): Promise<R>;
}

export interface StateRefOptions<T> {
  /** For example `refs/penguin/threads/7`. */
  ref: string;
  /** Turns what was stored (undefined: nothing yet) into a value; throws on what it does not understand. */
  parse(stored: unknown): T;
}

export function createStateRef<T>(github: GitHub, { ref, parse }: StateRefOptions<T>): StateRef<T> {
  const name = ref.replace(/^refs\//, '');

  async function read(): Promise<Versioned<T>> {
    const sha = await refHead(github, name);
    if (sha === undefined) return { value: parse(undefined), sha };
    const file = await github.request('GET /repos/{owner}/{repo}/contents/{path}', {
      path: STATE_FILE,
      ref: sha,
    });
    if (Array.isArray(file) || file.type !== 'file' || !('content' in file)) {
      throw new Error(`${ref} at ${sha} holds no ${STATE_FILE}: delete the ref to start afresh`);
    }
    return { value: parse(JSON.parse(Buffer.from(file.content, 'base64').toString('utf8'))), sha };
  }

  /** False when somebody else was faster. */
  async function write(value: T, parent: string | undefined, message: string): Promise<boolean> {
    const content = JSON.stringify(value);
    if (Buffer.byteLength(content) > MAX_STATE_BYTES) {
      throw new Error(
        `the state of ${ref} is ${Buffer.byteLength(content)} bytes, more than ${MAX_STATE_BYTES}`,
      );
    }
    const commit = await makeCommit(content, parent, message);
    try {
      await point(commit, parent);
      return true;
    } catch (error) {
      // 422 is GitHub's word for "exists already" and "not a fast-forward"; after an answer that got lost, look.
      if (!(error instanceof GitHubError) || (error.status !== 422 && !error.unsure)) throw error;
      const found = await whatBecameOf(commit, parent);
      // Nobody was faster: it is GitHub that fails.
      if (found === 'nothing' && error.unsure) throw error;
      return found === 'written';
    }
  }

  /** A commit that nothing points to is nobody's: made twice, one is as good as the other. */
  async function makeCommit(content: string, parent: string | undefined, message: string): Promise<string> {
    const once = { read: ({ sha }: { sha: string }) => sha, ifLost: 'repeat' } as const;
    const file = { path: STATE_FILE, mode: '100644', type: 'blob', content } as const;
    const tree = await github.create('POST /repos/{owner}/{repo}/git/trees', { tree: [file] }, once);
    const parents = parent === undefined ? [] : [parent];
    return github.create('POST /repos/{owner}/{repo}/git/commits', { message, tree, parents }, once);
  }

  async function point(sha: string, parent: string | undefined): Promise<void> {
    if (parent !== undefined) {
      await github.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ref: name, sha, force: false });
      return;
    }
    const ours = async () => ((await whatBecameOf(sha, parent)) === 'written' ? sha : undefined);
    const creation = { read: () => sha, ifLost: ours };
    await github.create('POST /repos/{owner}/{repo}/git/refs', { ref, sha }, creation);
  }

  /** Whether the chain holds a commit that was made on `parent`, on which others may have built by now; or theirs; or is as it was. */
  async function whatBecameOf(
    commit: string,
    parent: string | undefined,
  ): Promise<'written' | 'overtaken' | 'nothing'> {
    let at = await refHead(github, name);
    if (at === parent) return 'nothing';
    for (let steps = 0; at !== undefined && at !== parent && steps < MAX_RACES; steps++) {
      if (at === commit) return 'written';
      const route = 'GET /repos/{owner}/{repo}/git/commits/{commit_sha}';
      at = (await github.request(route, { commit_sha: at })).parents[0]?.sha;
    }
    return 'overtaken';
  }

  return {
    read,
    async update(message, change) {
      for (let races = 0; races < MAX_RACES; races++) {
        const { value, sha } = await read();
        const { value: next, result } = change(value);
        if (next === undefined || (await write(next, sha, message))) return result;
      }
      const busy = `${ref} changed ${MAX_RACES} times while it was being updated: try again later`;
      throw new GitHubError('PATCH /repos/{owner}/{repo}/git/refs/{ref}', 422, busy);
    },
  };
}
