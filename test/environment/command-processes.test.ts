import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { processIds } from '../../core/environment/commands/process-table.ts';
import { endProcessTree, followProcessTree } from '../../core/environment/commands/process-tree.ts';
import { fakeClock } from '../support/clock.ts';
import { hostClock } from './host-clock.ts';
import { living, nap, sleepers } from './processes.ts';
import { openStage, type Stage, toolCall } from './stage.ts';
import { until } from './until.ts';

const linux = process.platform === 'linux';
const setsid = linux && existsSync('/usr/bin/setsid');

function run(stage: Stage, command: string, more: object = {}) {
  return stage.call('exec_command', { command, ...more });
}

describe.skipIf(!linux)('a command that does not end', () => {
  it('is ended by its timeout with what it had to say', async () => {
    const clock = fakeClock();
    const stage = openStage({ clock });
    const time = nap();
    const call = run(stage, `echo before; sleep ${time}`, { timeout_ms: 5_000 });
    await until(() => clock.sleeping() > 1 && sleepers(time).length > 0);
    await clock.advance(5_000);
    await drive(clock, call);
    expect(await call).toMatchObject({
      output: 'before\n[timed out after 5000 ms and was ended]',
      stop_reason: 'timeout',
    });
    expect(living(time)).toEqual([]);
  });

  it('has 120 s when it does not say, and 10 minutes at most', async () => {
    for (const [more, limit] of [
      [{}, 120_000],
      [{ timeout_ms: 10_000_000 }, 600_000],
    ] as const) {
      const clock = fakeClock();
      const time = nap();
      const call = run(openStage({ clock }), `sleep ${time}`, more);
      await until(() => sleepers(time).length > 0);
      await clock.advance(limit - 1);
      expect(living(time)).not.toEqual([]);
      await clock.advance(1);
      await drive(clock, call);
      expect((await call).output).toContain(`[timed out after ${limit} ms`);
    }
  });

  it('is killed when it does not listen to SIGTERM, its children too', async () => {
    const control = new AbortController();
    const stage = openStage();
    const time = nap();
    const script = `trap "" TERM; sleep ${time} & (trap "" TERM; sleep ${time}) & echo up; wait; sleep ${time}`;
    const call = stage.call('exec_command', { command: script }, { signal: control.signal });
    await until(() => sleepers(time).length > 1);
    control.abort();
    expect(await call).toMatchObject({
      output: 'up\n[interrupted: tool aborted by user]',
      stop_reason: 'aborted',
    });
    expect(living(time)).toEqual([]);
  });

  it('is ended although it stopped itself', async () => {
    const time = nap();
    const call = run(openStage(), `kill -STOP $$; sleep ${time}`, { timeout_ms: 100 });
    expect((await call).stop_reason).toBe('timeout');
  });

  it('is ended when the reader leaves', async () => {
    const stage = openStage();
    const time = nap();
    const command = `echo up; sleep ${time}`;
    for await (const { payload } of stage.environment.executeTool({
      toolCall: toolCall('exec_command', { command }),
    })) {
      if (payload.type === 'partial_tool_call_output' && payload.output === 'up\n') break;
    }
    expect(living(time)).toEqual([]);
  });

  it('is ended when the Environment is disposed, although nobody reads', async () => {
    const stage = openStage();
    const time = nap();
    const command = `echo up; sleep ${time}`;
    const messages = stage.environment.executeTool({ toolCall: toolCall('exec_command', { command }) });
    await messages.next();
    await messages.next();
    await until(() => sleepers(time).length > 0);
    await stage.environment.dispose();
    expect(living(time)).toEqual([]);
    await messages.return(undefined);
  });

  it('cannot fill the memory with its output', async () => {
    const stage = openStage();
    const before = process.memoryUsage().rss;
    const { output } = await run(stage, 'head -c 300000000 /dev/zero | tr "\\0" x');
    expect(output.length).toBeLessThan(16_300);
    expect(output).toContain('characters cut');
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

describe.skipIf(!linux)('what a command leaves behind', () => {
  it('is ended with it, and the call does not wait for the pipe', async () => {
    const time = nap();
    const { output } = await run(openStage(), `sleep ${time} & echo done`);
    expect(output).toBe('done\n[processes that were still running and were ended: 1]');
    expect(living(time)).toEqual([]);
  });

  it.skipIf(!setsid)('is ended although it left the session and was adopted twice over', async () => {
    const time = nap();
    const daemon = `setsid sh -c "echo up > up; exec sleep ${time}" </dev/null >/dev/null 2>&1 &`;
    const script = `setsid sh -c '(${daemon}) &'; until [ -e up ]; do :; done; echo done`;
    const { output } = await run(openStage(), script);
    expect(output).toContain('done\n[processes that were still running and were ended: ');
    expect(living(time)).toEqual([]);
  });

  it.skipIf(!setsid)(
    'is ended on a timeout although it left the session and dropped its environment',
    async () => {
      const time = nap();
      const script = `setsid env -i sleep ${time} & wait`;
      const control = new AbortController();
      const call = openStage().call('exec_command', { command: script }, { signal: control.signal });
      await until(() => sleepers(time).length > 0);
      control.abort();
      expect((await call).stop_reason).toBe('aborted');
      expect(living(time)).toEqual([]);
    },
  );

  it.skipIf(!setsid)('is killed although it also does not listen and its parent went first', async () => {
    const time = nap();
    const script = `setsid env -i sh -c 'trap "" TERM; sleep ${time}; :' & wait`;
    const control = new AbortController();
    const call = openStage().call('exec_command', { command: script }, { signal: control.signal });
    await until(() => sleepers(time).length > 0);
    control.abort();
    expect((await call).stop_reason).toBe('aborted');
    expect(living(time)).toEqual([]);
  });

  it('does not touch another command', async () => {
    const stage = openStage();
    const time = nap();
    const long = run(stage, `sleep ${time} & wait; echo over`);
    await until(() => sleepers(time).length > 0);
    await run(stage, 'sleep 100 & echo short');
    expect(living(time)).not.toEqual([]);
    execFileSync('kill', sleepers(time).map(String));
    expect((await long).output).toContain('over');
  });

  it('leaves no descriptor of ours open', async () => {
    const stage = openStage();
    await run(stage, 'true');
    const before = readdirSync('/proc/self/fd').length;
    for (let round = 0; round < 5; round += 1) await run(stage, 'true');
    // Two for each spare pipe that was taken are gone.
    expect(readdirSync('/proc/self/fd').length).toBe(before - 10);
  });

  it.skipIf(!setsid)('is found even when the leader was gone before anybody looked', async () => {
    const time = nap();
    const older = new Set(processIds());
    const env = { PATH: process.env.PATH, MARK: 'of this call' };
    const leader = spawn('sh', ['-c', `setsid sleep ${time} &`], { env, detached: true, stdio: 'ignore' });
    const ended = new Promise((resolve) => leader.once('exit', resolve));
    await ended;
    await until(() => sleepers(time).length > 0);
    const tree = followProcessTree(leader.pid ?? 0, 'MARK=of this call', older);
    expect(await endProcessTree(tree, ended, hostClock)).toBe(1);
    expect(living(time)).toEqual([]);
  });
});

/** Moves a fake clock on until a call has settled: its processes end in their own time. */
async function drive(clock: ReturnType<typeof fakeClock>, call: Promise<unknown>): Promise<void> {
  let settled = false;
  void call.finally(() => {
    settled = true;
  });
  while (!settled) await clock.advance(1);
}
