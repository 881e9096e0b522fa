import type { ToolCallPayload } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';

/** What a call is about, in words for people: plain text, one line, bounded. */
export interface DescribedCall {
  /** In the past tense: it stands in the list of steps. */
  verb: string;
  target: string;
}

const MAX_TARGET = 160;

type Args = Readonly<Record<string, unknown>>;

/** Which verb a tool gets, and which of its arguments says what it was used on. */
const TOOLS: Readonly<Record<string, { verb: string; argument: string }>> = {
  read_file: { verb: 'read', argument: 'path' },
  read_image: { verb: 'looked at', argument: 'path' },
  describe_image: { verb: 'looked at', argument: 'path' },
  edit_file: { verb: 'edited', argument: 'path' },
  write_file: { verb: 'wrote', argument: 'path' },
  grep: { verb: 'searched', argument: 'pattern' },
  glob: { verb: 'listed', argument: 'pattern' },
  exec_command: { verb: 'ran', argument: 'command' },
  input_command: { verb: 'typed', argument: 'input' },
  kill_command: { verb: 'ended', argument: 'process_id' },
  run_subagent: { verb: 'delegated', argument: 'prompt' },
  remember: { verb: 'remembered', argument: 'content' },
  recall: { verb: 'recalled', argument: 'query' },
};

/** Undefined for a call that the Report shows in another way: the plan. */
export function describeCall({ name, arguments: text }: ToolCallPayload): DescribedCall | undefined {
  if (name === 'update_plan') return undefined;
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  const target = tool && argsOf(text)[tool.argument];
  if (tool === undefined || typeof target !== 'string')
    return { verb: 'called', target: plainLine(name, MAX_TARGET) };
  return { verb: tool.verb, target: plainLine(target, MAX_TARGET) };
}

/** The arguments as the model wrote them: anything at all. */
export function argsOf(text: string): Args {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Broken JSON is the model's; the call's own output says so.
    return {};
  }
}
