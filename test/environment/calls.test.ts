import { describe, expect, it } from 'vitest';
import { toolTable } from '../../core/environment/index.ts';
import { fakeTool, sayingTool } from './fake-tool.ts';
import { build, openStage } from './stage.ts';

const echo = fakeTool(
  async function* (args, ctx) {
    yield ctx.delta(JSON.stringify(args));
    return undefined;
  },
  {
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
      required: ['path'],
      additionalProperties: false,
    },
  },
);

describe('a call that cannot run', () => {
  it('names the tools when the tool does not exist', async () => {
    const { output, stop_reason } = await openStage().call('rm_rf', {});
    expect(output).toBe(
      'There is no tool "rm_rf". The tools are: read_file, edit_file, write_file, grep, glob, exec_command, update_plan.',
    );
    expect(stop_reason).toBe('failed');
  });

  it('says what is wrong with broken JSON', async () => {
    const { output, stop_reason } = await openStage({ tools: [echo] }).call('act', '{"path": ');
    expect(output).toMatch(/^The arguments of act are not valid JSON \(.*\)\. Send one JSON object\.$/);
    expect(stop_reason).toBe('failed');
  });

  it.each([
    ['{}', 'path: expected string, received undefined'],
    ['{"path": 7}', 'path: expected string, received number'],
    ['{"path": "a", "count": 0}', 'count: Too small: expected number to be >=1'],
    ['{"path": "a", "file": "b"}', 'file: no such field'],
    ['{"path": "a", "__proto__": {"x": 1}}', '__proto__: no such field'],
    ['["a"]', 'expected record, received array'],
    ['null', 'expected record, received null'],
    ['"a"', 'expected record, received string'],
  ])('names the field of %s that does not fit', async (args, complaint) => {
    const { output, stop_reason } = await openStage({ tools: [echo] }).call('act', args);
    expect(output).toBe(`The arguments of act do not fit: ${complaint}. Its fields are: path, count.`);
    expect(stop_reason).toBe('failed');
  });

  it('survives arguments that are nested without end', async () => {
    const deep = `{"path": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect((await openStage({ tools: [echo] }).call('act', deep)).stop_reason).toBe('failed');
  });
});

describe('a call that means something else than it says', () => {
  it('has its arguments unwrapped once when they were encoded twice', async () => {
    const stage = openStage({ tools: [echo] });
    const twice = JSON.stringify(JSON.stringify({ path: 'a' }));
    expect((await stage.call('act', twice)).output).toBe('{"path":"a"}');
    expect((await stage.call('act', JSON.stringify(twice))).stop_reason).toBe('failed');
    expect((await stage.call('act', JSON.stringify('{"count":1}'))).stop_reason).toBe('failed');
  });

  it('needs no arguments text when there are no arguments', async () => {
    const bare = fakeTool(async function* (args, ctx) {
      yield ctx.delta(JSON.stringify(args));
      return undefined;
    });
    expect((await openStage({ tools: [bare] }).call('act', '')).output).toBe('{}');
  });

  it.each([' act', 'functions.act', 'tools.act\n', 'default_api.act'])(
    'is understood when it calls %j',
    async (name) => {
      expect((await openStage({ tools: [echo] }).call(name, { path: 'a' })).output).toBe('{"path":"a"}');
    },
  );

  it.each(['Act', 'my.act', 'functions.functions.act', 'act()'])(
    'is not guessed at when it calls %j',
    async (name) => {
      expect((await openStage({ tools: [echo] }).call(name, { path: 'a' })).stop_reason).toBe('failed');
    },
  );

  it('is refused when two tools could be meant', async () => {
    const named = (name: string) => sayingTool([name], undefined, { name });
    const stage = openStage({ tools: [named('act'), named('functions.act')] });
    expect((await stage.call('functions.act', {})).output).toBe('functions.act');
    expect((await stage.call(' functions.act', {})).stop_reason).toBe('failed');
  });

  it('has no permission under a name that is not exactly a tool', () => {
    const { environment } = openStage();
    expect(environment.toolPermission('exec_command')).toBe('rw');
    expect(environment.toolPermission('read_file')).toBe('r');
    expect(environment.toolPermission('functions.read_file')).toBeUndefined();
    expect(environment.toolPermission('constructor')).toBeUndefined();
  });
});

describe('the tools of an Environment', () => {
  it('are those that were chosen, in that order', async () => {
    const { environment } = openStage({ tools: [toolTable.grep, toolTable.read_file] });
    expect((await environment.listTools()).map(({ name }) => name)).toEqual(['grep', 'read_file']);
    expect(environment.toolPermission('exec_command')).toBeUndefined();
  });

  it('are offered by whether the model sees images', async () => {
    const tools = [
      sayingTool([], undefined, { name: 'see', forModel: 'vision' }),
      sayingTool([], undefined, { name: 'describe', forModel: 'text-only' }),
    ];
    const names = async (vision: boolean) =>
      (await openStage({ tools, model: { vision } }).environment.listTools()).map(({ name }) => name);
    expect(await names(true)).toEqual(['see']);
    expect(await names(false)).toEqual(['describe']);
  });

  it('are harmful unless they say that they are not', () => {
    expect(openStage({ tools: [sayingTool([])] }).environment.toolPermission('act')).toBe('rw');
  });

  it('cannot have one name twice', () => {
    expect(() => openStage({ tools: [echo, echo] })).toThrow('Two tools are named act.');
  });

  it('work with a schema that cannot be read here', async () => {
    const odd = fakeTool(
      async function* (args, ctx) {
        yield ctx.delta(JSON.stringify(args));
        return undefined;
      },
      { parameters: { type: 'object', not: { required: ['b'] } } },
    );
    const stage = openStage({ tools: [odd] });
    expect((await stage.call('act', { a: 1 })).output).toBe('{"a":1}');
    expect((await stage.call('act', [])).stop_reason).toBe('failed');
  });
});

it('a tool sees the workspace, its call, the signal and who approves', async () => {
  let seen: object = {};
  const tool = fakeTool(async function* (_args, ctx) {
    seen = ctx;
    yield ctx.delta('x');
    return undefined;
  });
  const stage = openStage({ tools: [tool] });
  const approve = async () => 'allow' as const;
  await stage.call('act', {}, { approve });
  expect(seen).toMatchObject({ workspaceDir: stage.workspace, toolCallId: 'call_1', approve, build });
  expect(seen).toHaveProperty('signal');
});
