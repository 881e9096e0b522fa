import { type ParsedArgs, type ParsedCommand, readComment, type Trigger } from '../github/index.ts';
import type { Command, ControlCommand, Order } from './command.ts';
import { task } from './commands/task.ts';
import { commandParser } from './commands.ts';
import type { Inputs } from './house.ts';

/** A control command as somebody gave it. */
export interface GivenControl {
  command: ControlCommand;
  args: ParsedArgs;
}

export type OrderReading =
  | { kind: 'none' }
  | { kind: 'task'; order: Order; context: string }
  | { kind: 'controls'; commands: GivenControl[] }
  /** Somebody meant to give an order, but it cannot be followed as it stands. */
  | { kind: 'unclear'; reason: string };

const NOTHING_TO_DO =
  'There is no task in the command: write what to do after it, for example `/penguin fix the failing date test`; `/penguin help` lists the commands.';
const NO_PROMPT =
  'The input prompt is empty: a workflow_dispatch run needs the text of its task, for example `prompt: update the changelog`.';

/** What the trigger asks for. */
export function readOrder(trigger: Exclude<Trigger, { kind: 'none' }>, inputs: Inputs): OrderReading {
  if (trigger.kind === 'dispatch') {
    const order = task.order(inputs('prompt'), undefined);
    return order === undefined
      ? { kind: 'unclear', reason: NO_PROMPT }
      : { kind: 'task', order, context: '' };
  }
  const reading = readComment(trigger.comment.body, commandParser());
  switch (reading.kind) {
    case 'none':
      return { kind: 'none' };
    case 'refused':
      return { kind: 'unclear', reason: reading.reason };
    case 'control':
      return { kind: 'controls', commands: reading.commands.flatMap(controlOf) };
    case 'task': {
      const { command, text, context } = reading;
      const order = command.kind === 'task' ? command.order(text, trigger.thread) : undefined;
      if (order === undefined) return { kind: 'unclear', reason: NOTHING_TO_DO };
      return { kind: 'task', order, context };
    }
  }
}

function controlOf({ command, args }: ParsedCommand<Command>) {
  return command.kind === 'control' ? [{ command, args }] : [];
}
