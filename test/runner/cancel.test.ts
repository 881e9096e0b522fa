import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { octokit } from '../github/octokit.ts';
import { fixtureAction } from './fixture-action.ts';
import { startAction } from './run-action.ts';

const READY = `console.log('ready'); setInterval(() => undefined, 1000);`;

async function start(script: string) {
  const { github, repository, options } = await fixtureAction('script', {
    script,
    'post-script': `console.log('post ran')`,
  });
  const action = await startAction(options);
  await action.logged(/^ready$/);
  return { github, repository, action };
}

test('the cancel API interrupts main, and post still runs', async () => {
  const { github, action } = await start(`process.on('SIGINT', () => process.exit(130)); ${READY}`);
  await octokit(github, { actions: 'write' }).actions.cancelWorkflowRun({
    owner: 'octo',
    repo: 'demo',
    run_id: action.run.id,
  });
  const done = await action.finished;
  expect(done).toMatchObject({ exitCode: 130, conclusion: 'cancelled', post: { exitCode: 0 } });
  expect(done.log).toContain('post ran');
  expect(action.run).toMatchObject({ status: 'completed', conclusion: 'cancelled' });
});

test('who ignores the interrupt gets SIGTERM after 7.5 s, and SIGKILL 2.5 s later', {
  timeout: 40_000,
}, async () => {
  const { action } = await start(
    `for (const s of ['SIGINT', 'SIGTERM']) process.on(s, () => console.log(s, Date.now())); ${READY}`,
  );
  const cancelled = Date.now();
  action.cancel();
  const done = await action.finished;
  const at = (signal: string) =>
    Number(new RegExp(`^${signal} (\\d+)`, 'm').exec(done.rawLog)?.[1]) - cancelled;
  expect(at('SIGTERM') - at('SIGINT')).toBeGreaterThan(7_000);
  expect(done).toMatchObject({ exitCode: 137, conclusion: 'cancelled' });
  expect(done.seconds).toBeGreaterThan(9.9);
});

test('a killed main is followed by post, unless the runner died with it', async () => {
  const killed = await start(READY);
  killed.action.kill();
  expect(await killed.action.finished).toMatchObject({
    exitCode: 137,
    conclusion: 'failure',
    post: { exitCode: 0 },
  });
  const dead = await start(READY);
  dead.action.kill('nothing');
  expect(await dead.action.finished).toMatchObject({ exitCode: 137, post: undefined });
  expect(dead.action.run.status).toBe('in_progress');
});

test.skipIf(process.platform !== 'linux')('a process that outlives the job is found and ended', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const connected = once(listener, 'connection') as Promise<[Socket]>;
  const survivor = `require('node:net').connect(${(listener.address() as AddressInfo).port}, '127.0.0.1')`;
  const { action } = await start(`
    import { spawn } from 'node:child_process';
    const options = { detached: true, stdio: 'ignore' };
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(survivor)}], options);
    child.unref();
    console.log('child', child.pid);
    console.log('ready');
    setInterval(() => undefined, 1000);`);
  const [socket] = await connected;
  const closed = once(
    socket.on('error', () => undefined),
    'close',
  );
  action.kill();
  const done = await action.finished;
  const child = Number(/^child (\d+)/m.exec(done.rawLog)?.[1]);
  expect(done.orphans).toEqual([child]);
  await closed;
});

test('waiting for a line that never comes ends with the log', async () => {
  const { action } = await start(`console.log('ready')`);
  await expect(action.logged(/never/)).rejects.toThrow('the log ended without /never/');
});
