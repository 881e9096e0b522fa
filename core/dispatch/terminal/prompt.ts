import { basename } from 'node:path';
import { assemblePrompt } from '../../state/index.ts';
import type { Order } from '../command.ts';
import type { TerminalHouse } from './house.ts';
import type { TerminalWorkspace } from './workspace.ts';

const STAYS_HERE =
  'This is a run on the machine of the person who asked. Your changes stay in the working tree, uncommitted; nobody publishes them, and your last message is printed on a terminal.';

/** The user message: the order and nothing quoted, since nobody else has a say here. */
export function terminalPrompt(order: Order, workspace: TerminalWorkspace, house: TerminalHouse): string {
  const { changedBefore } = workspace;
  const dirty = `${changedBefore} files had changes before you began. Leave them as they are where the task does not need them.`;
  return assemblePrompt(
    {
      repository: basename(workspace.top),
      task: order.task,
      instruction: order.instruction,
      asker: house.asker,
      quoted: [],
      notes: [STAYS_HERE, ...(changedBefore === 0 ? [] : [dirty])],
    },
    () => '',
  );
}
