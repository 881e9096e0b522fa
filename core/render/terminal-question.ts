import type { ToolCallPayload } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';
import { argsOf } from './describe-call.ts';
import { shownLines, span, type TerminalLine, type Tone } from './terminal-line.ts';

const MAX_NAME = 300;

/** What a person is asked to allow, shown whole: nobody can answer for what was left out. The last line waits for the answer. */
export function terminalQuestion(call: ToolCallPayload, always: string): TerminalLine[] {
  return [...body(call), answerLine(always)];
}

/** What follows an answer that was not understood. */
export function terminalAskAgain(always: string): TerminalLine[] {
  return [[span('  Type y, n or a; or n and, behind it, what to do instead.', 'ask')], answerLine(always)];
}

function answerLine(always: string): TerminalLine {
  return [span(`  Allow? y once · n no · a always for ${always} › `, 'ask')];
}

/** Only arguments of the form that a tool takes are shown in its own way: anything else is shown as the model wrote it. */
function body({ name, arguments: text }: ToolCallPayload): TerminalLine[] {
  const { path, command, workdir, content, old_string, new_string, replace_all } = argsOf(text);
  if (name === 'exec_command' && isText(command)) {
    return [heading('run', isText(workdir) ? `in ${named(workdir)}` : ''), ...block('$ ', command)];
  }
  if (name === 'edit_file' && isText(path) && isText(old_string) && isText(new_string)) {
    const everywhere = replace_all === true ? ', wherever it stands' : '';
    return [
      heading('edit', named(path) + everywhere),
      ...block('- ', old_string, 'bad'),
      ...block('+ ', new_string, 'good'),
    ];
  }
  if (name === 'write_file' && isText(path) && isText(content)) {
    return [heading('write', named(path)), ...block('+ ', content, 'good')];
  }
  return [heading('call', named(name)), ...block('', text)];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function heading(verb: string, target: string): TerminalLine {
  return [span(`? Penguin asks to ${verb} `, 'ask'), span(target, 'strong')];
}

function named(text: string): string {
  return plainLine(text, MAX_NAME);
}

function block(mark: string, text: string, tone: Tone = 'plain'): TerminalLine[] {
  return shownLines(text, Number.POSITIVE_INFINITY).map((line) => [span(`    ${mark}${line}`, tone)]);
}
