/** The dialogue over streams, and the questions as the Session puts them. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createDialogue } from '../../action/terminal/dialogue.ts';
import { createScreen } from '../../action/terminal/screen.ts';
import type { TerminalLine } from '../../core/dispatch/index.ts';
import { askPerson } from '../../core/dispatch/terminal/ask-person.ts';
import { createBuild, type ToolCallPayload } from '../../core/omnimessage/index.ts';

const plain = (line: TerminalLine) => line.map(({ text }) => text).join('');

/** A person at a terminal, who reads what is printed and types lines. */
function sitDown() {
  const keyboard = new PassThrough();
  const stop = new AbortController();
  let printed = '';
  const pipe = {
    redraws: false,
    write(text: string) {
      printed += text;
    },
  };
  const dialogue = createDialogue(keyboard, stop.signal);
  const screen = createScreen({ pipe, paint: plain, dialogue });
  if (screen.ask === undefined) throw new Error('nobody can be asked');
  const approve = askPerson(screen.ask, (name) => (name === 'read_file' ? 'r' : 'rw'));
  let calls = 0;
  const build = createBuild(() => new Date(0));
  return {
    screen,
    keyboard,
    stop,
    printed: () => printed,
    questions: () => printed.split('Allow?').length - 1,
    type: (line: string) => keyboard.write(`${line}\n`),
    call: (name: string, args: unknown) => {
      const payload: ToolCallPayload = {
        type: 'tool_call',
        role: 'assistant',
        name,
        arguments: typeof args === 'string' ? args : JSON.stringify(args),
        tool_call_id: `c${++calls}`,
      };
      return approve(build(payload));
    },
  };
}

const RUN = { command: 'npm test' };
const WRITE = { path: 'a.txt', content: 'one\ntwo\n' };

describe('an answer', () => {
  it.each([
    ['y', { decision: 'allow', by: 'terminal' }],
    ['YES ', { decision: 'allow', by: 'terminal' }],
    ['a', { decision: 'allow', by: 'terminal' }],
    ['n', { decision: 'deny', by: 'terminal' }],
    ['no', { decision: 'deny', by: 'terminal' }],
    ['n run it in docker', { decision: 'deny', by: 'terminal', reason: 'run it in docker' }],
    ['no, use the other file', { decision: 'deny', by: 'terminal', reason: 'use the other file' }],
  ])('%j', async (line, decision) => {
    const person = sitDown();
    const answer = person.call('exec_command', RUN);
    person.type(line);
    expect(await answer).toEqual(decision);
  });

  it.each(['', 'nope', 'yep', 'allow', '1', 'y y'])(
    '%j is none, and the question is asked again',
    async (line) => {
      const person = sitDown();
      const answer = person.call('exec_command', RUN);
      person.type(line);
      await expect.poll(person.questions).toBe(2);
      expect(person.printed()).toContain('Type y, n or a');
      person.type('n');
      expect(await answer).toMatchObject({ decision: 'deny' });
    },
  );

  it('that never comes, because the input ends, is a denial; so is every later question', async () => {
    const person = sitDown();
    const answer = person.call('exec_command', RUN);
    person.keyboard.end();
    expect(await answer).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('gave no answer'),
    });
    expect(await person.call('exec_command', RUN)).toMatchObject({ decision: 'deny' });
  });

  it('that is cut off by a stop is a denial', async () => {
    const person = sitDown();
    const answer = person.call('exec_command', RUN);
    person.stop.abort();
    expect(await answer).toMatchObject({ decision: 'deny' });
  });

  it('that came before its question answers nothing: a key pressed twice allows one thing', async () => {
    const person = sitDown();
    const first = person.call('exec_command', RUN);
    person.type('y\ny');
    expect(await first).toMatchObject({ decision: 'allow' });
    const second = person.call('exec_command', { command: 'rm -rf src' });
    person.type('n');
    expect(await second).toMatchObject({ decision: 'deny' });
  });
});

describe('always', () => {
  it('allows the same command, and no other, nor the same one elsewhere', async () => {
    const person = sitDown();
    const first = person.call('exec_command', RUN);
    person.type('a');
    await first;
    expect(await person.call('exec_command', { ...RUN, timeout_ms: 5 })).toMatchObject({ decision: 'allow' });
    expect(person.questions()).toBe(1);
    for (const args of [{ command: 'npm test; id' }, { ...RUN, workdir: 'other' }]) {
      const other = person.call('exec_command', args);
      person.type('n');
      expect(await other).toMatchObject({ decision: 'deny' });
    }
  });

  it('allows every call of the same file tool', async () => {
    const person = sitDown();
    const first = person.call('write_file', WRITE);
    person.type('a');
    await first;
    expect(await person.call('write_file', { path: 'b.txt', content: '' })).toMatchObject({
      decision: 'allow',
    });
    const other = person.call('edit_file', { path: 'a.txt', old_string: 'a', new_string: 'b' });
    person.type('n');
    expect(await other).toMatchObject({ decision: 'deny' });
  });
});

describe('a question', () => {
  it('is not asked about tools that read', async () => {
    const person = sitDown();
    expect(await person.call('read_file', { path: 'a.txt' })).toBe('allow');
    expect(person.printed()).toBe('');
  });

  it.each([
    [
      'exec_command',
      { command: 'cd x\nmake', workdir: 'lib' },
      ['run in lib', '$ cd x', '$ make', 'this exact command'],
    ],
    ['write_file', WRITE, ['write a.txt', '+ one', '+ two', 'every write_file']],
    [
      'edit_file',
      { path: 'a.txt', old_string: 'one', new_string: 'two', replace_all: true },
      ['edit a.txt, wherever it stands', '- one', '+ two', 'every edit_file'],
    ],
    ['other_tool', { to: 'prod' }, ['call other_tool', '{"to":"prod"}', 'this exact call']],
  ])('shows all that %s would do', async (name, args, shown) => {
    const person = sitDown();
    const answer = person.call(name, args);
    person.type('n');
    await answer;
    for (const text of shown) expect(person.printed()).toContain(text);
  });

  it.each([
    ['encoded twice', JSON.stringify(JSON.stringify({ command: 'rm -rf src' }))],
    ['broken', '{"command": "rm -rf src'],
    ['of another form', JSON.stringify({ command: ['rm -rf src'] })],
  ])('shows arguments that are %s as they are written', async (_, text) => {
    const person = sitDown();
    const answer = person.call('exec_command', text);
    person.type('n');
    await answer;
    expect(person.printed()).toContain('rm -rf src');
  });

  it('shows what a terminal would obey or hide', async () => {
    const person = sitDown();
    const answer = person.call('exec_command', { command: 'echo a\u001b[2K\u202e\r rm -rf src\u200b' });
    person.type('n');
    await answer;
    expect(person.printed()).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(person.printed()).toMatch(/\$ echo a\\e\[2K\\u\{202e\}\n.* rm -rf src\\u\{200b\}/);
  });

  it('stands alone: what happens meanwhile is told after the answer', async () => {
    const person = sitDown();
    const answer = person.call('exec_command', RUN);
    person.screen.line([{ text: 'meanwhile', tone: 'plain' }]);
    expect(person.printed()).not.toContain('meanwhile');
    person.type('n');
    await answer;
    expect(person.printed()).toMatch(/› meanwhile\n$/);
  });
});
