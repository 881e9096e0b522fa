import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Redact } from '../../core/omnimessage/index.ts';
import { sayingTool, throwingTool } from './fake-tool.ts';
import { openStage } from './stage.ts';

const SECRET = 'hunter2-hunter2';

/** Masks one secret and holds back what may be its beginning. */
const redact: Redact = {
  text: (text) => text.replaceAll(SECRET, '***'),
  stream() {
    let held = '';
    return {
      push(chunk) {
        const text = (held + chunk).replaceAll(SECRET, '***');
        const begin = [...SECRET].findLastIndex((_, at) => text.endsWith(SECRET.slice(0, at + 1))) + 1;
        held = begin === 0 ? '' : text.slice(-begin);
        return begin === 0 ? text : text.slice(0, -begin);
      },
      flush: () => held,
    };
  },
};

it('redacts a secret however it is cut into deltas', async () => {
  for (let at = 1; at < SECRET.length; at += 1) {
    const tool = sayingTool([`a ${SECRET.slice(0, at)}`, `${SECRET.slice(at)} b`]);
    const messages = await openStage({ tools: [tool], redact }).messages('act', {});
    expect(JSON.stringify(messages)).not.toContain(SECRET.slice(1, -1));
    expect(messages.at(-1)?.payload).toMatchObject({ output: 'a *** b' });
  }
});

it('redacts notes, errors, refusals and the archived text', async () => {
  const noted = sayingTool([], { notes: [`[saw ${SECRET}]`] });
  const thrown = throwingTool(new Error(`cannot open ${SECRET}`));
  const long = sayingTool(Array.from({ length: 2_000 }, (_, line) => `${line} ${SECRET}\n`));
  expect((await openStage({ tools: [noted], redact }).call('act', {})).output).toBe('[no output]\n[saw ***]');
  expect((await openStage({ tools: [thrown], redact }).call('act', {})).output).toBe('cannot open ***');
  expect((await openStage({ tools: [thrown], redact }).call(SECRET, {})).output).toContain('no tool "***"');
  const { output } = await openStage({ tools: [long], redact }).call('act', {});
  const file = /full output is in (.*)\]$/.exec(output)?.[1] ?? '';
  expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
});

it('finds a secret that a command coloured', async () => {
  const command = `printf 'hunter2-\\033[31mhunter2\\033[0m\\n'`;
  expect((await openStage({ redact }).call('exec_command', { command })).output).toBe('***\n');
});

it('withholds everything when the redactor fails, and still ends with one output', async () => {
  const tool = sayingTool([SECRET]);
  const fail = () => {
    throw new TypeError(`cannot redact ${SECRET}`);
  };
  for (const broken of [
    { text: fail, stream: fail },
    { text: fail, stream: () => ({ push: fail, flush: fail }) },
    { text: redact.text, stream: () => ({ push: () => '', flush: fail }) },
  ]) {
    const messages = await openStage({ tools: [tool], redact: broken }).messages('act', {});
    expect(JSON.stringify(messages)).not.toContain(SECRET);
    expect(messages.at(-1)?.payload).toMatchObject({
      type: 'tool_call_output',
      output: '[the rest of the output is withheld: the environment failed (TypeError)]',
      stop_reason: 'failed',
    });
  }
});
