import type { Clock, Log } from '../omnimessage/index.ts';
import type { GitHub } from './client.ts';
import { createComment, updateComment } from './comment.ts';
import { GitHubError } from './github-error.ts';

/** Edits that may follow each other at once; after them one an interval. */
const BURST = 3;
/** How much rarer edits are when few requests are left in the hour. */
const SCARCE_FACTOR = 6;
/** What happens at once is told at once: an edit waits so long for more, in milliseconds. */
const GATHER_MS = 1_000;
/** An edit that has not been answered by now may not hold back the last one, in milliseconds. */
const FINISH_PATIENCE_MS = 3_000;

export interface LiveCommentOptions {
  github: GitHub;
  clock: Clock;
  log: Log;
  issueNumber: number;
  /** The first line of the comment: it finds the comment again. */
  marker: string;
  /** The comment's text as of now; asked for when an edit may be made. */
  render: () => string;
  /** Milliseconds between edits once the burst is used up. */
  interval: () => number;
}

/** One comment that is edited while the work goes on. Edits are paced and coalesced; the last state is always written. */
export interface LiveComment {
  /** Creates the comment, or takes up the one that an earlier phase made. Undefined when GitHub refuses. */
  open(existing?: number): Promise<number | undefined>;
  /** Something has changed: an edit follows when the budget allows. */
  touch(): void;
  /** Writes the last state; no edit follows. Resolves to the comment's id, or undefined when there is no comment. */
  finish(): Promise<number | undefined>;
}

export function createLiveComment(options: LiveCommentOptions): LiveComment {
  const { github, clock, log, issueNumber, marker, render } = options;
  const closing = new AbortController();
  const givingUp = new AbortController();
  let commentId: number | undefined;
  let written = '';
  let dirty = false;
  let tokens = BURST;
  let refilledAt = clock.monotonic();
  let pump: Promise<void> | undefined;
  let opening: Promise<void> | undefined;

  /** Waits until the bucket holds an edit and takes it. */
  async function takeToken(): Promise<void> {
    const interval = options.interval() * (github.isScarce() ? SCARCE_FACTOR : 1);
    const gained = Math.floor((clock.monotonic() - refilledAt) / interval);
    tokens = Math.min(BURST, tokens + gained);
    refilledAt += gained * interval;
    if (tokens === BURST) refilledAt = clock.monotonic();
    if (tokens === 0) {
      await clock.sleep(refilledAt + interval - clock.monotonic(), closing.signal);
      refilledAt += interval;
      tokens = 1;
    }
    tokens -= 1;
  }

  async function edit(signal?: AbortSignal): Promise<void> {
    const body = render();
    if (commentId === undefined || body === written) return;
    await updateComment(github, commentId, body, signal === undefined ? {} : { signal });
    written = body;
  }

  async function pumpEdits(): Promise<void> {
    await opening;
    while (dirty && !closing.signal.aborted) {
      await takeToken();
      await clock.sleep(GATHER_MS, closing.signal);
      if (closing.signal.aborted) return;
      dirty = false;
      await edit(givingUp.signal);
    }
  }

  function warnUnlessClosing(error: unknown): void {
    if (!closing.signal.aborted) log.warn(`the live comment could not be edited: ${String(error)}`);
  }

  async function create(): Promise<void> {
    const body = render();
    try {
      const { id } = await createComment(github, issueNumber, body, marker);
      commentId = id;
      written = body;
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      log.warn(`no live comment: ${error.message}`);
    }
  }

  return {
    open(existing) {
      commentId ??= existing;
      opening ??= existing === undefined ? create() : Promise.resolve();
      return opening.then(() => commentId);
    },
    touch() {
      dirty = true;
      if (opening === undefined || closing.signal.aborted) return;
      pump ??= pumpEdits()
        .catch(warnUnlessClosing)
        .finally(() => {
          pump = undefined;
        });
    },
    async finish() {
      closing.abort();
      await opening;
      // An edit that is on its way comes first: given up, it could still arrive at GitHub after the last one.
      await Promise.race([pump, clock.sleep(FINISH_PATIENCE_MS, givingUp.signal)]);
      givingUp.abort();
      await edit();
      return commentId;
    },
  };
}
