import type { GitHub } from './client.ts';
import { describeSource } from './source.ts';
import { createStateRef } from './state-ref.ts';
import {
  type Claim,
  type ClaimRequest,
  claim,
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
  recordLiveComment(sessionId: string, commentId: number): Promise<void>;
  release(sessionId: string): Promise<void>;
}

export function openThreadRef(github: GitHub, threadNumber: number): ThreadRef {
  const ref = createStateRef(github, {
    ref: `refs/penguin/threads/${threadNumber}`,
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
    recordLiveComment: (sessionId, commentId) =>
      settle(`live comment ${commentId}`, (state) => withLiveComment(state, sessionId, commentId)),
    release: (sessionId) => settle(`release ${sessionId}`, (state) => release(state, sessionId)),
  };
}

/** Not knowing means yes: two Sessions at once would be worse than a wait. */
async function isWorking(github: GitHub, holder: Holder, us: Holder): Promise<boolean> {
  if (holder.runId === us.runId) return holder.runAttempt === us.runAttempt;
  const run = await runState(github, holder.runId);
  return run.kind === 'unknown' || (run.kind === 'active' && run.attempt === holder.runAttempt);
}
