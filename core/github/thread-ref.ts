import type { GitHub } from './client.ts';
import { describeSource } from './source.ts';
import { createStateRef } from './state-ref.ts';
import {
  type Claim,
  type ClaimRequest,
  claim,
  claimAll,
  type Holder,
  parseThreadState,
  release,
  type ThreadState,
  withLiveComment,
} from './thread-state.ts';
import { runState } from './workflow-run.ts';

/** A Thread's ref: creating it, or moving it forward, is the lock. */
export interface ThreadRef {
  state(): Promise<ThreadState>;
  /** Takes a comment or an event and, with `lock`, the Thread; a holder whose run GitHub says is over is replaced. */
  claim(request: ClaimRequest): Promise<Claim>;
  /** Takes comments for a run that is at work on the Thread already; resolves to those that it has now. */
  claimAll(request: {
    commentIds: readonly number[];
    holder: Pick<Holder, 'runId' | 'runAttempt'>;
  }): Promise<number[]>;
  /** Whether the run of `holder` goes on; not knowing means yes. `us` is who asks. */
  isWorking(holder: Holder, us: Pick<Holder, 'runId' | 'runAttempt'>): Promise<boolean>;
  recordLiveComment(sessionId: string, commentId: number): Promise<void>;
  release(sessionId: string): Promise<void>;
}

/** Without `refs/`. */
export function threadRefName(threadNumber: number): string {
  return `penguin/threads/${threadNumber}`;
}

export function openThreadRef(github: GitHub, threadNumber: number): ThreadRef {
  const ref = createStateRef(github, {
    ref: `refs/${threadRefName(threadNumber)}`,
    parse: parseThreadState,
  });
  const settle = (message: string, change: (state: ThreadState) => ThreadState | undefined) =>
    ref.update(message, (state) => ({ value: change(state), result: undefined }));

  return {
    state: async () => (await ref.read()).value,
    async claim(request) {
      const message = `${request.lock ? 'lock' : 'claim'} for ${describeSource(request)}`;
      const attempt = (dead?: string) =>
        ref.update(message, (state) =>
          claim(state, dead === undefined ? request : { ...request, deadSession: dead }),
        );
      const first = await attempt();
      if (first.kind !== 'busy' || (await isWorking(github, first.holder, request.holder))) return first;
      return attempt(first.holder.sessionId);
    },
    claimAll: (request) =>
      ref.update(`claim for comments ${request.commentIds.join(', ')}`, (state) => claimAll(state, request)),
    isWorking: (holder, us) => isWorking(github, holder, us),
    recordLiveComment: (sessionId, commentId) =>
      settle(`live comment ${commentId}`, (state) => withLiveComment(state, sessionId, commentId)),
    release: (sessionId) => settle(`release ${sessionId}`, (state) => release(state, sessionId)),
  };
}

/** Not knowing means yes: two Sessions at once would be worse than a wait. */
async function isWorking(
  github: GitHub,
  holder: Holder,
  us: Pick<Holder, 'runId' | 'runAttempt'>,
): Promise<boolean> {
  if (holder.runId === us.runId) return holder.runAttempt === us.runAttempt;
  const run = await runState(github, holder.runId);
  return run.kind === 'unknown' || (run.kind === 'active' && run.attempt === holder.runAttempt);
}
