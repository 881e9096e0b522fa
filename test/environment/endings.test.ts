import { describe, expect, it } from 'vitest';
import type { OmniMessage, ToolCallOutputPayload } from '../../core/omnimessage/index.ts';
import { type FakeClock, fakeClock } from '../support/clock.ts';
import { fakeTool, sayingTool, throwingTool } from './fake-tool.ts';
import { openStage, toolCall } from './stage.ts';
import { until } from './until.ts';

const never = new Promise<never>(() => undefined);

/** Says something and then waits for ever, whatever the signal says. */
const deaf = fakeTool(async function* (_args, ctx) {
  yield ctx.delta('before ');
  await never;
  return undefined;
});

/** Ends as soon as it is told to. */
const obedient = fakeTool(async function* (_args, ctx) {
  yield ctx.delta('before ');
  await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
  yield ctx.delta('last words');
  return { stop_reason: 'completed', notes: ['[exit code: 143]'] };
});

async function outputOf(messages: AsyncGenerator<OmniMessage>): Promise<ToolCallOutputPayload> {
  const seen: OmniMessage[] = [];
  for await (const message of messages) seen.push(message);
  const outputs = seen.filter(({ payload }) => payload.type === 'tool_call_output');
  const last = seen.at(-1)?.payload;
  if (last?.type !== 'tool_call_output' || outputs.length !== 1) throw new Error('Not exactly one output.');
  return last;
}

/** Starts a call and waits until its timers stand. */
async function started(tools: ReturnType<typeof fakeTool>[], clock: FakeClock, signal?: AbortSignal) {
  const { environment } = openStage({ tools, clock });
  const request = { toolCall: toolCall('act', {}), ...(signal === undefined ? {} : { signal }) };
  const output = outputOf(environment.executeTool(request));
  await until(() => clock.sleeping() > 0);
  return { output, environment };
}

describe('how a call ends', () => {
  it('with what the tool says of itself', async () => {
    const tool = sayingTool([], { stop_reason: 'malformed' });
    expect((await openStage({ tools: [tool] }).call('act', {})).stop_reason).toBe('malformed');
  });

  it('failed, with the text of the error after the output, when the tool throws', async () => {
    const tool = throwingTool(new Error('the disk is full'), ['so far']);
    expect(await openStage({ tools: [tool] }).call('act', {})).toMatchObject({
      output: 'so far\nthe disk is full',
      stop_reason: 'failed',
    });
  });

  it('failed when the tool throws before its first step or throws no error', async () => {
    const early = fakeTool(() => {
      throw new Error('not today');
    });
    const odd = throwingTool('a text');
    expect(await openStage({ tools: [early] }).call('act', {})).toMatchObject({
      output: 'not today',
      stop_reason: 'failed',
    });
    expect((await openStage({ tools: [odd] }).call('act', {})).output).toBe('a text');
  });

  it('by its timeout even when the tool does not listen', async () => {
    const clock = fakeClock();
    const { output } = await started([deaf], clock);
    await clock.advance(119_999);
    await clock.advance(1);
    await clock.advance(2_000);
    expect(await output).toMatchObject({
      output: 'before \n[timed out after 120000 ms]',
      stop_reason: 'timeout',
    });
    expect(clock.sleeping()).toBe(0);
  });

  it('by its timeout with the last words of a tool that listens', async () => {
    const clock = fakeClock();
    const { output } = await started([obedient], clock);
    await clock.advance(120_000);
    expect(await output).toMatchObject({
      output: 'before last words\n[exit code: 143]\n[timed out after 120000 ms]',
      stop_reason: 'timeout',
    });
  });

  it('without a timeout when the configuration turns it off', async () => {
    const clock = fakeClock();
    const control = new AbortController();
    const { environment } = openStage({ tools: [deaf], clock, toolConfig: { act: { timeoutMs: 0 } } });
    const output = outputOf(
      environment.executeTool({ toolCall: toolCall('act', {}), signal: control.signal }),
    );
    await clock.advance(10_000_000);
    control.abort();
    await until(() => clock.sleeping() > 0);
    await clock.advance(2_000);
    expect((await output).stop_reason).toBe('aborted');
  });

  it('aborted even when the tool does not listen', async () => {
    const clock = fakeClock();
    const control = new AbortController();
    const { output } = await started([deaf], clock, control.signal);
    control.abort();
    await clock.advance(2_000);
    expect(await output).toMatchObject({
      output: 'before \n[interrupted: tool aborted by user]',
      stop_reason: 'aborted',
    });
  });

  it('aborted when the abort comes after the timeout, within the grace', async () => {
    const clock = fakeClock();
    const control = new AbortController();
    const { output } = await started([deaf], clock, control.signal);
    await clock.advance(120_000);
    control.abort();
    await clock.advance(2_000);
    expect((await output).stop_reason).toBe('aborted');
  });

  it('timed out when the tool answers the timeout with a throw', async () => {
    const tool = fakeTool(async function* (_args, ctx) {
      yield ctx.delta('x');
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      throw new Error('aborted, they say');
    });
    const clock = fakeClock();
    const { output } = await started([tool], clock);
    await clock.advance(120_000);
    expect((await output).stop_reason).toBe('timeout');
  });

  it('aborted without a start when it was aborted before', async () => {
    let ran = false;
    const tool = fakeTool(async function* (_args, ctx) {
      ran = true;
      yield ctx.delta('x');
      return undefined;
    });
    const signal = AbortSignal.abort();
    const { stop_reason } = await openStage({ tools: [tool] }).call('act', {}, { signal });
    expect(stop_reason).toBe('aborted');
    expect(ran).toBe(false);
  });

  it('by the timeout although the tool never stops talking', async () => {
    const clock = fakeClock();
    const babble = fakeTool(async function* (_args, ctx) {
      for (;;) yield ctx.build({ type: 'plan', items: [] });
    });
    const { output } = await started([babble], clock);
    await clock.advance(120_000);
    await clock.advance(2_000);
    expect((await output).stop_reason).toBe('timeout');
  });
});

describe('what is released', () => {
  it('the tool, when the reader leaves early', async () => {
    const clock = fakeClock();
    let closed = false;
    const tool = fakeTool(async function* (_args, ctx) {
      try {
        for (;;) yield ctx.delta('x');
      } finally {
        closed = ctx.signal.aborted;
      }
    });
    const { environment } = openStage({ tools: [tool], clock });
    for await (const { payload } of environment.executeTool({ toolCall: toolCall('act', {}) })) {
      if (payload.type === 'partial_tool_call_output' && payload.output === 'x') break;
    }
    expect(closed).toBe(true);
    expect(clock.sleeping()).toBe(0);
  });

  it('running calls, when the Environment is disposed, and later calls do not start', async () => {
    const clock = fakeClock();
    const { output, environment } = await started([obedient], clock);
    await environment.dispose();
    await environment.dispose();
    expect((await output).stop_reason).toBe('aborted');
    expect((await outputOf(environment.executeTool({ toolCall: toolCall('act', {}) }))).stop_reason).toBe(
      'aborted',
    );
  });
});
