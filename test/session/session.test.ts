import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newSessionId } from '../../core/session/index.ts';
import { play } from '../engine/stage.ts';
import { nap, sleepers } from '../environment/processes.ts';
import { until } from '../environment/until.ts';
import { openStage } from './stage.ts';

const linux = existsSync('/proc/self');

describe('a Session', () => {
  it('offers its model the tools of its Environment, by their names', async () => {
    const own = await openStage([]);
    expect(own.offered[0]?.tools).toEqual(expect.arrayContaining(['read_file', 'edit_file', 'exec_command']));
    const custom = await openStage([], { tools: { look: () => '', jump: () => '' } });
    expect(custom.offered[0]?.tools).toEqual(['look', 'jump']);
  });

  it('works in its Workspace with its own tools', async () => {
    const content = 'hello\n';
    const { ask, workspaceDir } = await openStage([
      [{ call: 'write_file', arguments: { path: 'new.txt', content } }],
      'Done.',
    ]);
    await ask('write it');
    expect(readFileSync(join(workspaceDir, 'new.txt'), 'utf8')).toBe(content);
  });

  it('keeps to its limits', async () => {
    const { ask } = await openStage([[{ call: 'look' }], [{ call: 'look' }], 'Done.'], {
      tools: { look: () => 'a bug' },
      limits: { maxTurns: 1 },
    });
    const { end } = await ask('look');
    expect(end).toMatchObject({ kind: 'limit', limit: { kind: 'turns', cap: 1 } });
  });

  it('hands an approver the calls as the model wrote them', async () => {
    const asked: string[] = [];
    const { session, say } = await openStage([[{ call: 'look', arguments: '{"at": "it"}' }], 'Done.'], {
      tools: { look: () => 'a bug' },
    });
    const approve = async ({ payload }: { payload: { arguments: string } }) => {
      asked.push(payload.arguments);
      return 'allow' as const;
    };
    await play(session.run([say('go')], { approve }));
    expect(asked).toEqual(['{"at": "it"}']);
  });

  it.skipIf(!linux)('that is disposed ends what its tools have running', async () => {
    const time = nap();
    const stage = await openStage([
      [{ call: 'exec_command', arguments: { command: `sleep ${time}` } }],
      'Done.',
    ]);
    const asked = stage.ask('sleep').catch((error: unknown) => error);
    await until(() => sleepers(time).length === 1);
    await stage.session.dispose();
    expect(sleepers(time)).toEqual([]);
    await asked;
  });
});

describe('the id of a Session', () => {
  it('sorts by time, names a file and ends at random', () => {
    const ids = ['2026-01-09T09:59:59.999Z', '2026-01-10T00:00:00.000Z', '2026-11-30T12:00:00.000Z'].map(
      (at) => newSessionId(new Date(at), 'c0ffee0123456789'),
    );
    expect(ids).toEqual([...ids].sort());
    expect(ids[0]).toBe('session-2026-01-09-09-59-59-c0ffee01');
    for (const id of ids) expect(id).toMatch(/^[\w-]+$/);
  });
});
