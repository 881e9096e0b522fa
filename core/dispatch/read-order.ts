import {
  type ParsedArgs,
  type ParsedCommand,
  readComment,
  type Thread,
  type Trigger,
} from '../github/index.ts';
import type { Command, ControlCommand, Order } from './command.ts';
import { task } from './commands/task.ts';
import { commandParser } from './commands.ts';
import type { InputName, Inputs } from './house.ts';
import { resolveIssue } from './resolve-issue.ts';

/** A control command as somebody gave it. */
export interface GivenControl {
  command: ControlCommand;
  args: ParsedArgs;
}

export type OrderReading =
  | { kind: 'none'; reason: string }
  | TaskReading
  | { kind: 'controls'; commands: GivenControl[] }
  | Unclear;

interface TaskReading {
  kind: 'task';
  order: Order;
  context: string;
}

/** Somebody meant to give an order, but it cannot be followed as it stands. */
interface Unclear {
  kind: 'unclear';
  reason: string;
}

const NOTHING_TO_DO =
  'There is no task in the command: write what to do after it, for example `/penguin fix the failing date test`; `/penguin help` lists the commands.';
const CONTROL_IN_ISSUE =
  'The text of an issue can start a task and nothing else: write other commands in a comment.';

/** What the trigger asks for. */
export function readOrder(trigger: Exclude<Trigger, { kind: 'none' }>, inputs: Inputs): OrderReading {
  switch (trigger.kind) {
    case 'comment':
      return readText(trigger.comment.body, trigger.thread);
    case 'opened':
      return withoutControls(readText(trigger.thread.body, trigger.thread));
    case 'labeled':
      return readEvent(trigger.label, trigger.thread, inputs, 'label');
    case 'assigned':
      return readEvent(trigger.assignee, trigger.thread, inputs, 'assignee');
    case 'dispatch':
    case 'schedule':
      return readPrompt(trigger.kind, inputs);
  }
}

function readText(markdown: string, thread: Thread): OrderReading {
  const reading = readComment(markdown, commandParser());
  switch (reading.kind) {
    case 'none':
      return { kind: 'none', reason: 'no command' };
    case 'refused':
      return { kind: 'unclear', reason: reading.reason };
    case 'control':
      return { kind: 'controls', commands: withoutRepeats(reading.commands.flatMap(controlOf)) };
    case 'task': {
      const { command, text, context } = reading;
      const order = command.kind === 'task' ? command.order(text, thread) : undefined;
      if (order === undefined) return { kind: 'unclear', reason: NOTHING_TO_DO };
      return { kind: 'task', order, context };
    }
  }
}

function controlOf({ command, args }: ParsedCommand<Command>) {
  return command.kind === 'control' ? [{ command, args }] : [];
}

/** Who says the same twice in one comment wants one answer. */
function withoutRepeats(controls: readonly GivenControl[]): GivenControl[] {
  const said = new Map(
    controls.map((control) => [JSON.stringify([control.command.name, control.args]), control]),
  );
  return [...said.values()];
}

/** A control command answers a comment; an issue that was just opened has nothing to stop either. */
function withoutControls(reading: OrderReading): OrderReading {
  return reading.kind === 'controls' ? { kind: 'unclear', reason: CONTROL_IN_ISSUE } : reading;
}

/** GitHub compares labels and logins without regard to case. An empty input means never. */
function readEvent(
  given: string,
  thread: Thread,
  inputs: Inputs,
  name: InputName & ('label' | 'assignee'),
): OrderReading {
  const wanted = inputs(name);
  if (wanted === '' || given.toLowerCase() !== wanted.toLowerCase()) {
    return { kind: 'none', reason: `not the ${name} that the input ${name} names` };
  }
  return { kind: 'task', order: resolveIssue(thread), context: '' };
}

function readPrompt(kind: 'dispatch' | 'schedule', inputs: Inputs): TaskReading | Unclear {
  const order = task.order(inputs('prompt'), undefined);
  if (order !== undefined) return { kind: 'task', order, context: '' };
  const run = kind === 'dispatch' ? 'workflow_dispatch' : 'scheduled';
  return {
    kind: 'unclear',
    reason: `The input prompt is empty: a ${run} run needs the text of its task, for example \`prompt: update the changelog\`.`,
  };
}
