import { cancelRun, type Holder } from '../../github/index.ts';
import { renderReply } from '../../render/index.ts';
import type { ControlCommand, Visit } from '../command.ts';
import { runUrl } from '../stand-back.ts';

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
      return `**Stopping** the ${run}; its comment says how it ended.`;
    case 'over':
      await threadRef.release(active.sessionId);
      return `**Nothing to stop**: the ${run} is over.`;
    case 'refused':
      return `**Not stopped**: GitHub did not let this run cancel the ${run}. Add \`actions: write\` to the workflow's permissions, or cancel it on its page.`;
  }
}
