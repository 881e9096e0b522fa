import { describe, expect, it } from 'vitest';
import { CommandParser, type CommandSpec, readComment } from '../../core/github/command/index.ts';
import { growthOf, MOST_GROWTH } from '../support/growth.ts';

const id = { name: 'id', pattern: /^[0-9a-f]{12,40}$/, subject: true } as const;
const TABLE: CommandSpec[] = [
  { name: 'task', description: 'Do something', kind: 'task', args: [{ name: 'what to do', rest: true }] },
  { name: 'review', description: 'Review this', kind: 'task' },
  { name: 'approve', aliases: ['ok'], description: 'Allow a call', kind: 'control', args: [id] },
  { name: 'deny', description: 'Deny a call', kind: 'control', args: [id, { name: 'reason', rest: true }] },
  { name: 'stop', description: 'Stop the run', kind: 'control' },
];

function parser(table = TABLE): CommandParser {
  const made = new CommandParser();
  for (const spec of table) made.register(spec);
  return made;
}

const A = 'a81f32c4d09e';
const B = 'b81f32c4d09e';

describe('the parser', () => {
  it.each([
    ['/penguin fix the date', 'task', { 'what to do': 'fix the date' }, 'fix the date'],
    ['/penguin fix\n  the date', 'task', { 'what to do': 'fix\n  the date' }, 'fix\n  the date'],
    ['/penguin', 'task', {}, ''],
    ['/penguin\nfix it', 'task', { 'what to do': 'fix it' }, 'fix it'],
    ['/penguin review the tests', 'review', {}, 'the tests'],
    [`/penguin APPROVE ${A}`, 'approve', { id: A }, A],
    ['/penguin ok', 'approve', {}, ''],
    [
      `/penguin deny ${A} use npm\nnot yarn`,
      'deny',
      { id: A, reason: 'use npm\nnot yarn' },
      `${A} use npm\nnot yarn`,
    ],
    ['/penguin deny use npm', 'deny', { reason: 'use npm' }, 'use npm'],
    ['/penguin Stop!', 'stop', {}, ''],
    ['/penguin stopping is hard', 'task', { 'what to do': 'stopping is hard' }, 'stopping is hard'],
    ['/penguin o\u212a', 'task', { 'what to do': 'o\u212a' }, 'o\u212a'],
    ['/penguin constructor', 'task', { 'what to do': 'constructor' }, 'constructor'],
  ])('reads %j as %s', (input, name, args, text) => {
    const parsed = parser().parse(input);
    expect({ name: parsed?.command.name, args: parsed?.args, text: parsed?.text }).toEqual({
      name,
      args,
      text,
    });
  });

  it('knows what is no command', () => {
    expect(
      ['fix it', 'penguin fix it', '/penguins', '/deploy'].map((input) => parser().parse(input)),
    ).toEqual([null, null, null, null]);
    expect(parser().isCommand('/penguin x')).toBe(true);
    expect(parser().isCommand('x /penguin')).toBe(false);
    expect(parser(TABLE.slice(1)).parse('/penguin something else')).toBeNull();
  });

  it('refuses a name that is taken', () => {
    expect(() => parser([...TABLE, { name: 'ok', description: '', kind: 'control' }])).toThrow(
      'Command "ok": the name "ok" is taken by "approve"; choose another.',
    );
  });

  it('lists how each command is typed', () => {
    expect(
      parser()
        .listCommands()
        .map(({ usage }) => usage),
    ).toEqual([
      '/penguin [what to do…]',
      '/penguin review',
      '/penguin approve [id]',
      '/penguin deny [id] [reason…]',
      '/penguin stop',
    ]);
  });
});

describe('a comment', () => {
  const read = (markdown: string) => {
    const request = readComment(markdown, parser());
    if (request.kind === 'task') return [request.command.name, request.text, request.context];
    if (request.kind === 'control')
      return request.commands.map(({ command, text }) => `${command.name} ${text}`.trim());
    return request.kind === 'refused' ? request.reason : request.kind;
  };

  it('without a command asks for nothing', () => {
    expect(read('Nice, thank you.\n> /penguin stop')).toBe('none');
  });

  it('starts one task, with what stands above and below', () => {
    expect(read('It fails since Monday.\n\n/penguin fix it\nand add a test')).toEqual([
      'task',
      'fix it\nand add a test',
      'It fails since Monday.',
    ]);
  });

  it('carries several control commands in their order', () => {
    expect(read(`/penguin approve ${A}\n/penguin deny ${B} no\n/penguin stop`)).toEqual([
      `approve ${A}`,
      `deny ${B} no`,
      'stop',
    ]);
    expect(read(`/penguin approve ${A}\n/penguin approve ${B}\n/penguin approve`)).toHaveLength(3);
  });

  it.each([
    ['a second task', '/penguin fix a\n/penguin review', /more/],
    ['a task among other commands', '/penguin stop\n/penguin fix a', /mixes/],
    ['two decisions about one call', `/penguin approve ${A}\n/penguin deny ${A}`, /`approve` and `deny`/],
    ['two decisions that name no call', '/penguin approve\n/penguin deny', /contradict/],
    ['a decision that may mean the call of another', `/penguin approve ${A}\n/penguin deny`, /contradict/],
  ])('is refused with a reason for %s', (_what, markdown, reason) => {
    expect(read(markdown)).toMatch(reason);
  });

  it('is read in linear time, however many commands it holds', () => {
    const many = (size: number) => [
      `/penguin approve ${A}\n`.repeat(size / 32),
      `/penguin ${'x'.repeat(size)}`,
      `/penguin ${'--flag '.repeat(size / 7)}`,
    ];
    const growth = growthOf((size) => {
      for (const comment of many(size)) readComment(comment, parser());
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
