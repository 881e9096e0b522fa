import { describe, expect, it } from 'vitest';
import { is, type LLMOutcome, type OmniMessage } from '../../core/omnimessage/index.ts';
import { allow, play, stage, story } from './stage.ts';

const fail = (outcome: LLMOutcome) => ({ fail: outcome });
const ends = (messages: OmniMessage[]) =>
  messages.flatMap((message) => (is(message, 'request_end') ? [message.payload] : []));

/** Plays a Task while a fake clock runs as fast as it is asked to. */
async function playThrough(s: ReturnType<typeof stage>, options = {}) {
  const run = play(s.engine.run([s.say('go')], options));
  let over = false;
  void run.then(() => {
    over = true;
  });
  while (!over) await s.clock.advance(1_000);
  return run;
}

describe('a failed Request', () => {
  it.each(['failed', 'timeout', 'malformed'] as const)('that ended %s is sent again', async (status) => {
    const s = stage([[fail({ status, message: 'no luck' })], 'Done.']);
    const { messages, end } = await playThrough(s);
    expect(end).toEqual({ kind: 'answered' });
    expect(ends(messages)).toEqual([
      { type: 'request_end', status, error_message: 'no luck', attempt: 1, retry_in_ms: 1_000 },
      { type: 'request_end', status: 'completed' },
    ]);
    expect(story(s.model.requests[1] ?? [])).toEqual(['text:go']);
  });

  it('is sent again at most five times, waiting longer each time up to a cap', async () => {
    const s = stage(Array.from({ length: 7 }, () => [fail({ status: 'timeout', message: 'silence' })]));
    const { messages, end } = await playThrough(s);
    expect(s.model.requests).toHaveLength(6);
    expect(ends(messages).map(({ retry_in_ms }) => retry_in_ms)).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      15_000,
      undefined,
    ]);
    expect(end).toMatchObject({ kind: 'failed', outcome: { status: 'timeout', message: 'silence' } });
  });

  it('waits as long as the upstream asked', async () => {
    const s = stage([[fail({ status: 'timeout', message: 'busy', retry_after_ms: 7_000 })], 'Done.']);
    const { messages } = await playThrough(s);
    expect(ends(messages)[0]).toMatchObject({ retry_in_ms: 7_000 });
    const failedAt = messages.find((message) => is(message, 'request_end'))?.timestamp ?? '';
    const again = messages.findLast((message) => is(message, 'request_begin'))?.timestamp ?? '';
    expect(Date.parse(again) - Date.parse(failedAt)).toBe(7_000);
  });

  it.each([
    { status: 'auth', message: 'bad key' },
    { status: 'failed', permanent: true, message: 'no such model' },
    { status: 'failed', overflow: true, message: 'too long' },
  ] as const)('is not sent again when that cannot help: $message', async (outcome) => {
    const s = stage([[fail(outcome)], 'never asked']);
    const { end } = await playThrough(s);
    expect(s.model.requests).toHaveLength(1);
    expect(end).toMatchObject({ kind: 'failed', outcome });
  });

  it('is retried with what it had produced, and the tools that it started never run twice', async () => {
    let runs = 0;
    const s = stage(
      [
        [{ text: 'Let me look.' }, { call: 'look', id: 'a' }, fail({ status: 'timeout', message: 'cut' })],
        'Done.',
      ],
      { tools: { look: () => `seen ${++runs}` } },
    );
    const { messages } = await playThrough(s, { approve: allow });
    expect(runs).toBe(1);
    const [, retried] = story(s.model.requests[1] ?? []);
    expect(retried).toContain('[turn_retried]');
    expect(retried).toContain('text: Let me look.');
    expect(retried).toContain('output of a (completed): seen 1');
    expect(story(messages).filter((word) => word.startsWith('output'))).toHaveLength(1);
  });

  it('of an adapter that throws ends the Task instead of the process', async () => {
    const llm = {
      // biome-ignore lint/correctness/useYield: an adapter that breaks its contract
      async *streamGenerate(): AsyncGenerator<OmniMessage, LLMOutcome> {
        throw new Error('adapter bug');
      },
    };
    const s = stage([], { llm });
    const { end } = await play(s.engine.run([s.say('go')]));
    expect(end).toMatchObject({
      kind: 'failed',
      outcome: { message: expect.stringContaining('adapter bug') },
    });
  });

  it('keeps its input for the next run', async () => {
    const s = stage([[fail({ status: 'auth', message: 'bad key' })], 'Done.']);
    await play(s.engine.run([s.say('first')]));
    await play(s.engine.run([s.say('second')]));
    expect(story(s.model.requests[1] ?? [])).toEqual(['text:first', 'text:second']);
  });
});
