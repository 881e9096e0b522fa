import { describe, expect, it } from 'vitest';
import { createContextEngine } from '../../core/engine/index.ts';
import { scriptedModel } from '../../core/llm/index.ts';
import { createBuild, type TraceSink } from '../../core/omnimessage/index.ts';
import { createRedact } from '../../core/policy/index.ts';
import { createSessionFrom } from '../../core/session/session.ts';
import { allow, play, scriptedEnvironment } from '../engine/stage.ts';
import { fakeClock } from '../support/clock.ts';

/** A Session whose model calls one tool, and which records into a sink of the test's. */
function sessionOn(sink: Partial<TraceSink> & { ran: string[] }) {
  const clock = fakeClock();
  const build = createBuild(clock.now);
  const environment = scriptedEnvironment({ look: () => String(sink.ran.push('look')) }, build);
  const engine = createContextEngine({
    llm: scriptedModel([[{ call: 'look', id: 'c1' }], 'A bug.'], { clock, build }),
    environment,
    clock,
    build,
    random: () => 0.5,
    limits: { maxTurns: -1, maxTokens: -1, maxMs: -1 },
  });
  const session = createSessionFrom({
    id: 's1',
    traceFile: 's1_001.jsonl',
    engine,
    environment,
    trace: { append: () => undefined, commit: async () => undefined, close: async () => undefined, ...sink },
    build,
    redact: createRedact([]),
    meta: {
      type: 'session_meta',
      schema_version: 1,
      session_id: 's1',
      provider: 'scripted',
      model_id: 'script-1',
      model_context_window: 'unknown',
      system_prompt: '',
      agent_state: 'default',
      workspace: '.',
    },
  });
  return { session, say: (text: string) => build({ type: 'text', role: 'user', text }) };
}

describe('a commit point', () => {
  it('holds the tool back until it is on disk', async () => {
    const ran: string[] = [];
    const disk = gate();
    const reached = gate();
    const { session, say } = sessionOn({
      ran,
      commit: async () => {
        reached.open();
        await disk.opened;
      },
    });
    const played = play(session.run([say('go')], { approve: allow }));
    await reached.opened;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ran).toEqual([]);
    disk.open();
    await played;
    expect(ran).toEqual(['look']);
  });

  it.each(['append', 'commit'] as const)(
    'whose %s fails ends the Task, and its tool never starts',
    async (step) => {
      const ran: string[] = [];
      const fail = () => {
        throw new Error('the disk is full');
      };
      const { session, say } = sessionOn({
        ran,
        append: ({ payload }) =>
          step === 'append' && payload.type === 'approval_decision' ? fail() : undefined,
        commit: async () => (step === 'commit' ? fail() : undefined),
      });
      await expect(play(session.run([say('go')], { approve: allow }))).rejects.toThrow('the disk is full');
      expect(ran).toEqual([]);
    },
  );
});

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
