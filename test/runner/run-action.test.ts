import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { fixtureAction } from './fixture-action.ts';
import { runAction } from './run-action.ts';

/** Runs `script` as main and `post` as post. */
async function run(script: string, post = '') {
  const { options } = await fixtureAction('script', { script, 'post-script': post });
  return runAction(options);
}

test('an action by the real toolkit comments, uploads, masks, and hands state to its post', async () => {
  const { repository, issue, options } = await fixtureAction('toolkit', {});
  const done = await runAction(options);
  expect(done).toMatchObject({
    conclusion: 'success',
    exitCode: 0,
    post: { exitCode: 0 },
    faults: [],
    orphans: [],
  });
  const [, reply] = issue.comments;
  expect(reply?.body).toBe('Hello alice');
  const [artifact] = [...repository.artifacts.values()];
  expect(done.outputs).toEqual({ 'artifact-id': String(artifact?.id) });
  expect(done.state).toEqual({ comment: String(reply?.id) });
  expect(done.log).toContain(`post saw comment ${reply?.id}`);
  expect(done.log).toContain('the word is ***');
  expect(done.rawLog).toContain('the word is hush');
  expect(done.annotations).toEqual([{ level: 'notice', message: 'done', properties: { title: 'Toolkit' } }]);
  expect(done.summary).toContain('<h1>Summary</h1>');
});

test('an action finds the runner’s variables and nothing of this machine’s but PATH', async () => {
  process.env.PENGUIN_LEAK = 'leaked';
  try {
    const done = await run(`console.log(JSON.stringify(process.env))`);
    const env = JSON.parse(done.rawLog) as Record<string, string>;
    expect(env).toMatchObject({
      GITHUB_REPOSITORY: 'octo/demo',
      GITHUB_ACTOR: 'alice',
      GITHUB_EVENT_NAME: 'issue_comment',
      GITHUB_REF: 'refs/heads/main',
      INPUT_SCRIPT: expect.any(String),
      'INPUT_POST-SCRIPT': '',
      INPUT_A_TOKEN: expect.stringMatching(/^ghs_15368_/),
      PATH: process.env.PATH,
    });
    expect(env.HOME).not.toBe(process.env.HOME);
    expect(env).not.toHaveProperty('PENGUIN_LEAK');
  } finally {
    delete process.env.PENGUIN_LEAK;
  }
});

test('the token is masked before the action says a word', async () => {
  const done = await run(
    `console.log('token', process.env.INPUT_A_TOKEN, process.env.ACTIONS_RUNTIME_TOKEN)`,
  );
  expect(done.log).toBe('token *** ***\n');
});

test('a mask hides a value and each of its lines, from then on', async () => {
  const done = await run(`console.log('one two\\n::add-mask::one%0Atwo\\none, two, onetwo')`);
  expect(done.log).toBe('one two\n***, ***, ***\n');
  expect(done.masks).toEqual(expect.arrayContaining(['one\ntwo', 'one', 'two']));
});

test('commands are taken from stderr and behind a lone carriage return too', async () => {
  const done = await run(`process.stderr.write('x\\r::error::sneaky\\n'); console.log('a ##[warning]b')`);
  expect(done.annotations).toMatchObject([
    { level: 'error', message: 'sneaky' },
    { level: 'warning', message: 'b' },
  ]);
});

test('between stop-commands and its token nothing is taken, and the next phase starts afresh', async () => {
  const script = `console.log('::stop-commands::t0ken\\n::error::quoted\\n ##[add-mask]q\\n::t0ken::\\n::notice::real')`;
  const done = await run(
    `${script}; console.log('::stop-commands::never-ended')`,
    `console.log('::warning::post')`,
  );
  expect(done.annotations).toMatchObject([{ level: 'notice', message: 'real' }]);
  const effects = done.commands.map(({ name, effect }) => `${name} ${effect}`);
  expect(effects).toEqual([
    'stop-commands done',
    'error stopped',
    'add-mask stopped',
    't0ken done',
    'notice done',
    'stop-commands done',
  ]);
  expect(done.post?.annotations).toMatchObject([{ level: 'warning' }]);
  expect(done.log).toContain('::error::quoted');
});

test('ten annotations of a level are kept, and what only looks like a command is told apart', async () => {
  const done = await run(
    `for (let i = 0; i < 12; i++) console.log('::error::' + i); console.log('::penguin::x')`,
  );
  expect(done.annotations).toHaveLength(10);
  expect(done.commands.at(-1)).toMatchObject({ name: 'penguin', effect: 'unknown' });
});

test('disabled commands fail the step, deprecated ones work and are faults', async () => {
  const disabled = await run(`console.log('::set-env name=A::b')`);
  expect(disabled).toMatchObject({ exitCode: 0, conclusion: 'failure', commands: [{ effect: 'refused' }] });
  const deprecated = await run(`console.log('::set-output name=answer::42\\n::save-state name=s::1')`);
  expect(deprecated).toMatchObject({ conclusion: 'success', outputs: { answer: '42' }, state: { s: '1' } });
  expect(deprecated.faults).toHaveLength(2);
});

test('post finds the state, the variables and the paths that main left', async () => {
  const main = `
    import { appendFileSync } from 'node:fs';
    appendFileSync(process.env.GITHUB_STATE, 'session<<E\\ns1\\ns2\\nE\\n');
    appendFileSync(process.env.GITHUB_ENV, 'LATER=yes\\nNODE_OPTIONS=--nope\\n');
    appendFileSync(process.env.GITHUB_PATH, '/opt/late\\n');`;
  const post = `const { STATE_session, LATER, PATH, NODE_OPTIONS } = process.env;
    console.log(JSON.stringify({ STATE_session, LATER, first: PATH.split(':')[0], NODE_OPTIONS }))`;
  const done = await run(main, post);
  expect(JSON.parse(done.rawLog)).toEqual({ STATE_session: 's1\ns2', LATER: 'yes', first: '/opt/late' });
  expect(done.annotations).toMatchObject([{ message: expect.stringContaining('NODE_OPTIONS') }]);
});

test('a command file that cannot be read fails the step', async () => {
  const done = await run(
    `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.GITHUB_OUTPUT, 'answer<<EOF\\nno end\\n')`,
  );
  expect(done).toMatchObject({ exitCode: 0, conclusion: 'failure', outputs: {} });
  expect(done.log).toContain("Matching delimiter not found 'EOF'");
});

test('a summary above 1 MiB is dropped with an error, and the step goes on', async () => {
  const write = (bytes: number) =>
    `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.GITHUB_STEP_SUMMARY, 'x'.repeat(${bytes}))`;
  expect((await run(write(1024 * 1024))).summary).toHaveLength(1024 * 1024);
  const over = await run(write(1024 * 1024 + 1));
  expect(over).toMatchObject({ conclusion: 'success', summary: '', annotations: [{ level: 'error' }] });
});

test('a failing main is followed by post, and either of them fails the run', async () => {
  const failed = await run('process.exit(3)', `console.log('post ran')`);
  expect(failed).toMatchObject({ exitCode: 3, conclusion: 'failure', post: { conclusion: 'success' } });
  expect(failed.log).toContain('post ran');
  expect(await run('', 'process.exit(1)')).toMatchObject({
    exitCode: 0,
    conclusion: 'failure',
    post: { exitCode: 1 },
  });
});

test('GitHub sees the run in progress, then completed', async () => {
  const script = `const url = process.env.GITHUB_API_URL + '/repos/octo/demo/actions/runs/' + process.env.GITHUB_RUN_ID;
    console.log((await (await fetch(url)).json()).status)`;
  const { repository, options } = await fixtureAction('script', { script });
  const done = await runAction(options);
  expect(done.rawLog).toBe('in_progress\n');
  expect([...repository.runs.values()]).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
});

test('inputs and outputs that action.yml does not declare are faults', async () => {
  const { options } = await fixtureAction('script', {
    scirpt: 'typo',
    script: `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.GITHUB_OUTPUT, 'other=1\\n')`,
  });
  expect((await runAction(options)).faults).toEqual([
    expect.stringContaining("Unexpected input 'scirpt'"),
    expect.stringContaining("output 'other'"),
  ]);
});

test('an action.yml that this runner would not run as GitHub does is refused', async () => {
  const { options } = await fixtureAction('script', {});
  const folder = join(tempDir(), 'action');
  mkdirSync(folder);
  const action = join(folder, 'action.yml');
  writeFileSync(action, 'runs: { using: node24, main: main.js, pre: pre.js }');
  await expect(runAction({ ...options, action })).rejects.toThrow('runs.pre');
  writeFileSync(action, 'runs: { using: docker, image: x }');
  await expect(runAction({ ...options, action })).rejects.toThrow('runs.using is docker');
});
