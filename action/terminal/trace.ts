import { printable, tellTrace } from '../../core/index.ts';
import { USAGE } from './exit-code.ts';
import { TRACE_FLAGS } from './flags.ts';
import { TRACE_HELP } from './help.ts';
import { escapeUnseen } from './json-line.ts';
import { createPaint } from './paint.ts';
import type { Outputs } from './perform.ts';
import { readFlags } from './read-flags.ts';

const COMMAND = 'penguin trace';

/** `penguin trace`: a record as a story. */
export async function trace(args: string[], { out, err, redact }: Outputs): Promise<number> {
  const reading = readFlags(args, TRACE_FLAGS, COMMAND);
  if (reading.kind === 'wrong') {
    err.write(`${printable(reading.problem)}\n`);
    return USAGE;
  }
  const { on, words } = reading;
  if (on.has('help')) {
    out.write(TRACE_HELP);
    return 0;
  }
  const [file] = words;
  if (file === undefined || words.length > 1) {
    err.write(`Name one trace: \`${COMMAND} <file>\`, for example a session-…_001.jsonl.\n`);
    return USAGE;
  }
  const telling = await tellTrace(file);
  if (telling.kind === 'unreadable') {
    err.write(`${redact.text(telling.problem)}\n`);
    return USAGE;
  }
  const paint = createPaint(redact, out.redraws && !process.env.NO_COLOR);
  const text = on.has('json') ? escapeUnseen(redact.text(telling.json)) : telling.lines.map(paint).join('\n');
  out.write(`${text}\n`);
  return telling.whole ? 0 : 1;
}
