import type { Masks } from './masks.ts';
import { parseCommand, type WorkflowCommand } from './workflow-command.ts';

export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  message: string;
  /** `title`, `file`, `line` and their like. */
  properties: Record<string, string>;
}

/**
 * What came of a command. `refused` ones fail the step; `stopped` ones stand between `stop-commands` and its token;
 * `unknown` ones look like a command and are none.
 */
type Effect = 'done' | 'refused' | 'stopped' | 'unknown';

/** A command that was met in the output. */
export interface MetCommand extends WorkflowCommand {
  stream: 'stdout' | 'stderr';
  effect: Effect;
}

export interface CommandStream {
  /** Takes one line of the action's output. */
  line(text: string, stream: MetCommand['stream']): void;
  annotate(level: Annotation['level'], message: string, properties?: Record<string, string>): void;
  /** An error of the runner's own, with which the step fails whatever its process ends with. */
  fail(message: string): Effect;
  failed(): boolean;
  readonly annotations: Annotation[];
  readonly commands: MetCommand[];
  readonly outputs: Record<string, string>;
  readonly state: Record<string, string>;
  /** Use of commands that work and should not be used any more. */
  readonly faults: string[];
}

/** The runner keeps this many annotations of each level a step. */
const KEPT_ANNOTATIONS = 10;

/** Reads one phase's output for commands. Masks are the job's, everything else is the phase's own. */
export function commandStream(masks: Masks, log: (line: string) => void): CommandStream {
  let failed = false;
  let stopToken: string | undefined;
  const stream: CommandStream = {
    annotations: [],
    commands: [],
    outputs: {},
    state: {},
    faults: [],
    failed: () => failed,
    fail(message) {
      failed = true;
      stream.annotate('error', message);
      return 'refused';
    },
    annotate(level, message, properties = {}) {
      log(`##[${level}]${message}`);
      const kept = stream.annotations.filter((annotation) => annotation.level === level).length;
      if (kept < KEPT_ANNOTATIONS) stream.annotations.push({ level, message, properties });
    },
    line(text, from) {
      const command = parseCommand(text, (name) => effects.has(name) || name === stopToken);
      const effect = command === undefined ? 'unknown' : meet(command);
      const met = command ?? parseCommand(text, (name) => /^[a-z][\w-]*$/.test(name));
      if (met !== undefined) stream.commands.push({ ...met, stream: from, effect });
      if (effect === 'unknown' || effect === 'stopped') log(text);
    },
  };
  const effects = commandEffects(stream, masks, log, (token) => {
    stopToken = token;
  });
  const meet = (command: WorkflowCommand): Effect => {
    if (stopToken === undefined) return effects.get(command.name)?.(command) ?? 'unknown';
    if (command.name !== stopToken) return 'stopped';
    stopToken = undefined;
    return 'done';
  };
  return stream;
}

type CommandEffect = (command: WorkflowCommand) => Effect;

/** What each command of the runner does. Problem matchers and `echo` change nothing that a test can see. */
function commandEffects(
  stream: CommandStream,
  masks: Masks,
  log: (line: string) => void,
  stop: (token: string) => void,
): Map<string, CommandEffect> {
  const done = (act: (command: WorkflowCommand) => void): CommandEffect => {
    return (command) => {
      act(command);
      return 'done';
    };
  };
  const nothing = done(() => undefined);
  const issue = (level: Annotation['level']) =>
    done(({ message, properties }) => stream.annotate(level, message, properties));
  const keep = (into: Record<string, string>): CommandEffect => {
    return ({ name, properties, message }) => {
      stream.faults.push(`::${name}:: is deprecated: write to the command file`);
      if (properties.name === undefined) {
        return stream.fail(`Required field 'name' is missing in ##[${name}] command.`);
      }
      into[properties.name] = message;
      return 'done';
    };
  };
  const disabled: CommandEffect = ({ name }) => stream.fail(`The \`${name}\` command is disabled.`);
  const effects = new Map<string, CommandEffect>([
    ['add-mask', done(({ message }) => masks.add(message))],
    ['add-matcher', nothing],
    ['remove-matcher', nothing],
    ['add-path', disabled],
    ['set-env', disabled],
    ['set-output', keep(stream.outputs)],
    ['save-state', keep(stream.state)],
    ['error', issue('error')],
    ['warning', issue('warning')],
    ['notice', issue('notice')],
    ['debug', nothing],
    ['echo', nothing],
    ['group', done(({ message }) => log(`##[group]${message}`))],
    ['endgroup', done(() => log('##[endgroup]'))],
  ]);
  return effects.set('stop-commands', ({ message }) => {
    const token = message.toLowerCase();
    if (token === '' || effects.has(token)) return stream.fail(`Invalid stop token '${message}'.`);
    stop(token);
    return 'done';
  });
}
