import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptedTurn } from '../../core/llm/index.ts';
import { isKnown, type OmniMessage } from '../../core/omnimessage/index.ts';
import { allow, play, story } from '../engine/stage.ts';
import { kept, openStage } from './stage.ts';

const USAGE = { cache_read: 0, cache_write: 0, output: 1, total: 2 };
const CALL: ScriptedTurn = [{ text: 'I look.' }, { call: 'look', arguments: { at: 'it' }, id: 'c1' }];
const tools = { look: () => 'a bug' };

const known = (messages: Awaited<ReturnType<Awaited<ReturnType<typeof openStage>>['recorded']>>) =>
  messages.filter(isKnown);

describe('the record of a Session', () => {
  it('begins with who speaks, the prompt and the tools, and ends with the outcome', async () => {
    const { session, ask, recorded } = await openStage([CALL, 'A bug.'], { tools });
    await ask('what is it?');
    await session.end({ kind: 'answered', reason: '', usage: USAGE });
    expect(story(known(await recorded()))).toEqual([
      'session_meta',
      'text:what is it?',
      'tool_list_ready',
      'request_begin',
      'text:I look.',
      'call:look#c1',
      'allow#c1',
      'token_usage',
      'request_end:completed',
      'output#c1:a bug',
      'request_begin',
      'text:A bug.',
      'token_usage',
      'request_end:completed',
      'outcome',
    ]);
  });

  it('says what the Session is, in a file of its name', async () => {
    const { session, ask, recorded, workspaceDir } = await openStage(['Yes.'], { tools });
    await ask('well?');
    const [meta, , list] = await recorded();
    expect(meta?.payload).toEqual({
      type: 'session_meta',
      schema_version: 1,
      session_id: session.id,
      provider: 'scripted',
      model_id: 'script-1',
      model_context_window: 'unknown',
      system_prompt: 'Be brief.',
      agent_state: 'default',
      workspace: workspaceDir,
    });
    expect(list?.payload).toMatchObject({ tools: [{ name: 'look' }] });
    expect(session.id).toBe('session-2026-11-30-12-00-00-01234567');
    expect(basename(session.traceFile)).toBe(`${session.id}_001.jsonl`);
  });

  it('says so once, however many Tasks the Session has', async () => {
    const { ask, recorded } = await openStage(['One.', 'Two.'], { tools });
    await ask('first');
    await ask('second');
    const told = story(known(await recorded()));
    expect(told.filter((word) => /^(session_meta|tool_list_ready|text:)/.test(word))).toEqual([
      'session_meta',
      'text:first',
      'tool_list_ready',
      'text:One.',
      'text:second',
      'text:Two.',
    ]);
  });

  it('is what the consumer sees, message for message, without the partial ones', async () => {
    const parallel: ScriptedTurn = ['a', 'b', 'c'].map((id) => ({ call: 'look', arguments: {}, id }));
    const { ask, recorded } = await openStage([parallel, 'Done.'], { tools });
    const { messages } = await ask('look three times');
    expect(messages.length).toBeGreaterThan(kept(messages).length);
    expect(await recorded()).toEqual(kept(messages));
  });

  it('holds each message by the time the consumer sees it', async () => {
    const { session, ask } = await openStage([CALL, 'A bug.'], { tools });
    const missing: OmniMessage[] = [];
    await ask('what is it?', (message) => {
      const { sum, ...last } = JSON.parse(
        readFileSync(session.traceFile, 'utf8').trimEnd().split('\n').at(-1) ?? '',
      );
      expect(sum).toHaveLength(16);
      if (kept([message]).length > 0 && JSON.stringify(last) !== JSON.stringify(message))
        missing.push(message);
    });
    expect(missing).toEqual([]);
  });

  it('holds the decision on a call before its tool starts', async () => {
    const seen: string[] = [];
    const { session, ask } = await openStage([CALL, 'A bug.'], {
      tools: {
        look: () => {
          seen.push(readFileSync(session.traceFile, 'utf8'));
          return 'a bug';
        },
      },
    });
    await ask('what is it?');
    expect(seen).toEqual([
      expect.stringMatching(/"approval_decision","tool_call_id":"c1","decision":"allow"/),
    ]);
  });

  it('tells of a Task that is aborted, and of the next one', async () => {
    const abort = new AbortController();
    const { session, say, ask, recorded } = await openStage([[{ text: 'I' }, { hang: true }], 'Back.'], {
      tools,
    });
    const { end } = await play(
      session.run([say('go')], { approve: allow, signal: abort.signal }),
      ({ payload }) => {
        if (payload.type === 'partial_text' && payload.event_type === 'delta') abort.abort();
      },
    );
    expect(end).toEqual({ kind: 'aborted' });
    await ask('again');
    const told = story(known(await recorded()));
    expect(told).toContain('request_end:aborted');
    expect(told.slice(-4)).toEqual(['request_begin', 'text:Back.', 'token_usage', 'request_end:completed']);
  });

  it('ends where the consumer left, and nothing goes on behind its back', async () => {
    const ran: string[] = [];
    const { session, say, recorded } = await openStage([CALL, 'A bug.'], {
      tools: { look: () => String(ran.push('look')) },
    });
    for await (const { payload } of session.run([say('go')], { approve: allow })) {
      if (payload.type === 'approval_decision') break;
    }
    const told = story(known(await recorded()));
    expect(told.at(-1)).toBe('allow#c1');
    expect(ran).toEqual([]);
  });

  it('takes nothing more once the Session is disposed, and a Task then fails', async () => {
    const { session, ask, recorded } = await openStage(['One.', 'Two.'], { tools });
    await ask('first');
    await session.dispose();
    await session.dispose();
    const before = await recorded();
    await expect(ask('second')).rejects.toThrow(/is closed/);
    expect(await recorded()).toEqual(before);
  });
});

it('a Session without an approver denies every call, and says so to the model', async () => {
  const { session, say, model, recorded } = await openStage([CALL, 'I may not.'], { tools });
  await play(session.run([say('go')]));
  expect(story(known(await recorded()))).toContain('deny#c1');
  expect(model.requests[1]).toMatchObject([{ payload: { type: 'tool_call_output', tool_call_id: 'c1' } }]);
});
