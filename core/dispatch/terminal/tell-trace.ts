import { isKnown } from '../../omnimessage/index.ts';
import { printable } from '../../policy/index.ts';
import { summariseTrace, type TerminalLine, terminalNotice, traceStory } from '../../render/index.ts';
import { readTrace } from '../../trace/index.ts';

export type TraceTelling =
  /** `whole`: no damage is known. */
  | { kind: 'told'; lines: TerminalLine[]; json: string; whole: boolean }
  /** There is nothing to tell; `problem` is one sentence. */
  | { kind: 'unreadable'; problem: string };

/** Reads a trace as a story, up to where it is whole. Never throws for what stands in the file, or when there is none. */
export async function tellTrace(file: string): Promise<TraceTelling> {
  const reading = await open(file);
  if (typeof reading === 'string') return { kind: 'unreadable', problem: reading };
  const { complete, problems } = reading;
  const messages = reading.messages.flatMap((message) => (isKnown(message) ? [message] : []));
  if (messages[0]?.payload.type !== 'session_meta') {
    const why =
      problems[0] === undefined ? 'it is empty' : `line ${problems[0].line}: ${problems[0].complaint}`;
    return { kind: 'unreadable', problem: printable(`${file} is no trace: ${why}`) };
  }
  const summary = summariseTrace(messages);
  const noted = problems.map(({ line, complaint }) => terminalNotice(`line ${line}: ${complaint}`));
  const cut = complete ? [] : [terminalNotice('The trace is damaged there; what follows is not told.')];
  return {
    kind: 'told',
    lines: [...traceStory(summary), ...noted, ...cut],
    json: JSON.stringify({ file, ...summary, complete, problems }),
    whole: complete,
  };
}

async function open(file: string): Promise<Awaited<ReturnType<typeof readTrace>> | string> {
  try {
    return await readTrace(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return printable(`${file} cannot be read: ${why}`);
  }
}
