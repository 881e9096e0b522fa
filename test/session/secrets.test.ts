import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuild, type OmniMessage } from '../../core/omnimessage/index.ts';
import { createRedact } from '../../core/policy/index.ts';
import { redactInput, redactRecord } from '../../core/session/redact-message.ts';
import { kept, openStage } from './stage.ts';

const KEY = 'sesame-open-4711';
const TOKEN = `ghs_15368_${'x'.repeat(40)}`;
const secrets = [KEY];
const build = createBuild(() => new Date(0));

/** Everything that has left the Session: the stream, the record, and what the model was given. */
async function told(stage: Awaited<ReturnType<typeof openStage>>, messages: OmniMessage[]): Promise<string> {
  const given = { requests: stage.model.requests, offered: stage.offered };
  return [
    JSON.stringify(messages),
    readFileSync(stage.session.traceFile, 'utf8'),
    JSON.stringify(given),
  ].join('\n');
}

describe('a secret', () => {
  it('in the prompt is masked before it is streamed, stored and sent', async () => {
    const stage = await openStage(['Yes.'], { secrets, tools: {} });
    const { messages } = await stage.ask(`the key is ${KEY}, the token ${TOKEN}`);
    const everything = await told(stage, messages);
    expect(everything).not.toContain(KEY);
    expect(everything).not.toContain(TOKEN);
    expect(stage.model.requests[0]).toMatchObject([{ payload: { text: 'the key is ***, the token ***' } }]);
    expect(await stage.recorded()).toEqual(kept(messages));
  });

  it('in the system prompt reaches neither the model nor the record', async () => {
    const stage = await openStage(['Yes.'], { secrets, systemPrompt: `Never say ${KEY}.`, tools: {} });
    const { messages } = await stage.ask('well?');
    expect(await told(stage, messages)).not.toContain(KEY);
    expect(stage.offered).toEqual([{ tools: [], systemPrompt: 'Never say ***.' }]);
  });

  it('in a file that a tool reads is masked for everybody, the model too', async () => {
    const stage = await openStage([[{ call: 'read_file', arguments: { path: 'env' }, id: 'c1' }], 'Done.'], {
      secrets,
    });
    writeFileSync(
      join(stage.workspaceDir, 'env'),
      `KEY=${KEY}\nBASE64=${Buffer.from(KEY).toString('base64')}\n`,
    );
    const { messages } = await stage.ask('read it');
    const everything = await told(stage, messages);
    expect(everything).not.toContain(KEY);
    expect(everything).not.toContain(Buffer.from(KEY).toString('base64'));
    expect(stage.model.requests[1]).toMatchObject([
      { payload: { output: expect.stringContaining('KEY=***') } },
    ]);
    expect(await stage.recorded()).toEqual(kept(messages));
  });

  it('in what a command prints, piece by piece, is masked for everybody', async () => {
    const command = `printf '%s' ${KEY.slice(0, 7)}; printf '%s\\n' ${KEY.slice(7)}`;
    const stage = await openStage([[{ call: 'exec_command', arguments: { command }, id: 'c1' }], 'Done.'], {
      secrets,
    });
    const { messages } = await stage.ask('run it');
    expect(await told(stage, messages)).not.toContain(KEY);
    expect(stage.model.requests[1]).toMatchObject([{ payload: { output: expect.stringContaining('***') } }]);
  });

  it('in the output of a tool that does not look is masked in stream and record', async () => {
    const tools = { look: () => `found ${KEY}\nand ${TOKEN}` };
    const stage = await openStage([[{ call: 'look', id: 'c1' }], 'Done.'], { secrets, tools });
    const { messages } = await stage.ask('look');
    expect(kept(messages)).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ output: 'found ***\nand ***' }) }),
    );
    expect(readFileSync(stage.session.traceFile, 'utf8')).not.toContain(KEY);
  });

  it.each([
    ['plain', KEY, KEY],
    ['with a quote and a line end', 'open"the\ndoor-4711', 'open"the\ndoor-4711'],
    ['in base64', KEY, Buffer.from(KEY).toString('base64')],
  ])(
    'in the arguments of a call, %s, stops the call, and the model is told why',
    async (_, secret, written) => {
      const ran: string[] = [];
      const stage = await openStage(
        [[{ call: 'send', arguments: { text: `x ${written} y` }, id: 'c1' }], 'Done.'],
        {
          secrets: [secret],
          tools: { send: () => String(ran.push('send')) },
        },
      );
      const { messages } = await stage.ask('send it');
      expect(ran).toEqual([]);
      expect(kept(messages).map(({ payload }) => payload)).toContainEqual({
        type: 'approval_decision',
        tool_call_id: 'c1',
        decision: 'deny',
        reason: 'Tool call denied: its arguments hold a secret of this run.',
      });
      expect(stage.model.requests[1]).toMatchObject([
        { payload: { output: 'Tool call denied: its arguments hold a secret of this run.' } },
      ]);
      expect(readFileSync(stage.session.traceFile, 'utf8')).not.toContain(
        JSON.stringify(written).slice(1, -1),
      );
    },
  );
});

describe('the last gate', () => {
  const redact = createRedact(secrets);
  const fidelity = { signature: KEY, parts: [{ text: TOKEN }] };

  it('leaves fidelity as it is, byte for byte, though it masks the text beside it', () => {
    const message = build({ type: 'text', role: 'assistant', text: `it is ${KEY}`, fidelity });
    const { payload } = redactRecord(message, redact);
    expect(payload).toEqual({ type: 'text', role: 'assistant', text: 'it is ***', fidelity });
    expect(JSON.stringify(payload.fidelity)).toBe(JSON.stringify(fidelity));
  });

  it('gives back the very message when there is nothing to mask, whatever its fidelity holds', () => {
    const message = build({ type: 'thinking', role: 'assistant', thinking: 'hm', fidelity });
    expect(redactRecord(message, redact)).toBe(message);
  });

  it('masks what is deep inside, and keeps all that is not text', () => {
    const tools = [{ name: 'look', description: `say ${KEY}`, parameters: { enum: [KEY, 7, null, true] } }];
    expect(redactRecord(build({ type: 'tool_list_ready', tools }), redact).payload).toEqual({
      type: 'tool_list_ready',
      tools: [{ name: 'look', description: 'say ***', parameters: { enum: ['***', 7, null, true] } }],
    });
  });

  it('masks only texts at the entrance', () => {
    const image = build({ type: 'image_url', role: 'user', image_url: `data:text/plain,${KEY}` });
    expect(redactInput(image, redact)).toBe(image);
    const text = build({ type: 'text', role: 'user', text: KEY, sender: 'user' });
    expect(redactInput(text, redact).payload).toEqual({
      type: 'text',
      role: 'user',
      text: '***',
      sender: 'user',
    });
  });
});
