import { helpReply } from '../../render/index.ts';
import type { ControlCommand } from '../command.ts';

export const help: ControlCommand = {
  name: 'help',
  kind: 'control',
  description: 'lists the commands',
  execute: async (_, { trigger, commands }) => helpReply(trigger.comment.id, commands),
};
