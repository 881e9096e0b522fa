import { statusReply } from '../../render/index.ts';
import { activeSession } from '../active-session.ts';
import type { ControlCommand } from '../command.ts';

export const status: ControlCommand = {
  name: 'status',
  kind: 'control',
  description: 'says what runs on this issue or pull request',
  async execute(_, visit) {
    const { active } = await visit.threadRef.state();
    const session = active === null ? undefined : activeSession(active, visit);
    return statusReply(visit.trigger.comment.id, session, visit.house.clock.now());
  },
};
