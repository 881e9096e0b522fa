import { statusReply } from '../../render/index.ts';
import type { ControlCommand } from '../command.ts';
import { runUrl } from '../stand-back.ts';

export const status: ControlCommand = {
  name: 'status',
  kind: 'control',
  description: 'says what runs on this issue or pull request',
  async execute(_, { house, trigger, threadRef }) {
    const { active } = await threadRef.state();
    const session =
      active === null
        ? undefined
        : {
            title: active.title,
            startedAt: new Date(active.since),
            run: runUrl(house.run.url, active.runId),
          };
    return statusReply(trigger.comment.id, session, house.clock.now());
  },
};
