import { cancelRun, type Holder } from '../../github/index.ts';
import { renderReply } from '../../render/index.ts';
import { runUrl } from '../active-session.ts';
import type { ControlCommand, Visit } from '../command.ts';

export const stop: ControlCommand = {
  name: 'stop',
  kind: 'control',
  description: 'stops what runs on this issue or pull request',
  async execute(_, visit) {
    const { active } = await visit.threadRef.state();
    const answer =
      active === null ? '**Nothing to stop**: nothing is running here.' : await stopRun(active, visit);
    return renderReply(visit.trigger.comment.id, answer);
  },
};

async function stopRun(active: Holder, { github, house, threadRef }: Visit): Promise<string> {
  const run = `[run](${runUrl(house.run.url, active.runId)})`;
  const cancellation = await cancelRun(github, active.runId);
  switch (cancellation.kind) {
    case 'cancelled':
      return `**Stopping** the ${run}: it did not react by itself, so GitHub was asked to cancel it. Its comment says how it ended.`;
    case 'over':
      await threadRef.release(active.sessionId);
      return `**Nothing to stop**: the ${run} is over.`;
    case 'refused':
      return `**Not stopped**: the ${run} did not react, and GitHub did not let this one cancel it. Add \`actions: write\` to the workflow's permissions, or cancel it on its page.`;
  }
}

/** Whether a command that somebody gave stops what runs. */
export function isStop({ command }: { command: ControlCommand }): boolean {
  return command === stop;
}
