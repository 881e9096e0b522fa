import type {
  CommandMetadata,
  CommandSpec,
  GitHub,
  ParsedArgs,
  Thread,
  ThreadRef,
  Trigger,
} from '../github/index.ts';
import type { House } from './house.ts';

/** What a Task is to do, in words for the model and for people. */
export interface Order {
  /** The order as given. */
  task: string;
  /** Its kind in half a sentence, for the model. */
  instruction: string;
  /** A short name for headings and branches. */
  title: string;
  /** Whether files are expected to change; a question is answered without. */
  wantsChange: boolean;
  /** Whether only tools that read may run, whatever the approval mode. */
  readOnly: boolean;
}

/** Starts a Session. */
export interface TaskCommand extends CommandSpec {
  kind: 'task';
  /** Undefined when there is nothing to do in `text`. */
  order(text: string, thread: Thread | undefined): Order | undefined;
}

/** Where a control command is given. */
export interface Visit {
  house: House;
  github: GitHub;
  trigger: Extract<Trigger, { kind: 'comment' }>;
  threadRef: ThreadRef;
  commands: CommandMetadata[];
}

/** Acts on what is there, and answers at once. */
export interface ControlCommand extends CommandSpec {
  kind: 'control';
  /** Resolves to the answer, Markdown. */
  execute(args: ParsedArgs, visit: Visit): Promise<string>;
}

export type Command = TaskCommand | ControlCommand;
