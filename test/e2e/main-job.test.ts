import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../core/trace/index.ts';
import { TURNS } from '../main-job/date-repository.ts';
import { API_KEY } from '../main-job/set-up.ts';
import { expectTidy, playedScene, sceneOf } from './stage.ts';

describe('a command on an issue', () => {
  const played = playedScene();

  it('ends as changed, with every output set', () => {
    expect(played.run().log).not.toContain('::error');
    expect(played.run()).toMatchObject({ exitCode: 0, conclusion: 'success' });
    expect(played.run().outputs).toMatchObject({
      outcome: 'changed',
      'pull-request': '2',
      branch: expect.stringMatching(/^penguin\/1-/),
    });
    expect(JSON.parse(played.run().outputs.usage ?? '')).toMatchObject({ output: 471 });
    expectTidy(played.run());
  });

  it('opens one pull request that closes the issue and holds the fix in one commit with the asker as co-author', async () => {
    const pull = played.job().repository.pull(2);
    expect(pull.title).toBe('Take the day of a moment in UTC');
    expect(pull.body).toMatch(/^Closes #1$/m);
    expect(pull.body).toContain('Not done:\n- the README does not say which time zone counts.');
    expect(await played.job().repository.file('src/date.js', pull.pull.headSha)).toContain('getUTCFullYear');
    const { git } = played.job().repository;
    const log = await git.text(['log', '--format=%an%n%B', `main..${played.run().outputs.branch}`]);
    expect(log).toMatch(
      /^github-actions\[bot\]\nTake the day of a moment in UTC\n\nCo-authored-by: maintainer <\d+\+maintainer@users/,
    );
    expect(await git.text(['diff', '--name-only', 'main', String(played.run().outputs.branch)])).toBe(
      'src/date.js',
    );
  });

  it('tells its story in one comment, whose last state says what was done', () => {
    const [comment, ...others] = played
      .job()
      .repository.issue(1)
      .comments.filter(({ author }) => author.type === 'Bot');
    expect(others).toEqual([]);
    expect(comment?.edits[0]?.body).toContain('**Penguin is working**');
    expect(comment?.body).toMatch(/\*\*Done\*\*: opened #2 · \*Take the day of a moment in UTC\*/);
    expect(comment?.body).toContain('Commands run without a sandbox');
    expect(comment?.body).toContain('| ran | `npm test` → exit 1 |');
    expect(comment?.body).toContain('**Approve workflows to run**');
    expect(comment?.edits.length).toBeLessThanOrEqual(6);
  });

  it('reacts with 👀 first and with 🚀 at the end', () => {
    const command = played
      .job()
      .repository.issue(1)
      .comments.find(({ id }) => id === played.job().commentId);
    expect(command?.reactions.map(({ content }) => content)).toEqual(['rocket']);
    const operations = played.job().github.requests.map(({ operation }) => operation);
    expect(operations.indexOf('reactions/create-for-issue-comment')).toBeLessThan(
      operations.indexOf('issues/create-comment'),
    );
  });

  it('leaves a whole trace, in a file and as an artifact of the run', async () => {
    const { messages, complete } = await readTrace(played.run().outputs['trace-file'] ?? '');
    expect(complete).toBe(true);
    expect(messages.at(0)?.payload.type).toBe('session_meta');
    expect(messages.at(-1)?.payload).toMatchObject({ type: 'outcome', kind: 'changed', pull_request: 2 });
    expect([...played.job().repository.artifacts.values()].map(({ name }) => name)).toEqual([
      `penguin-${played.run().outputs['session-id']}-1`,
    ]);
  });

  it('lets the Thread go, and keeps the chain of its states', async () => {
    const ref = await played.job().repository.ref('refs/penguin/threads/1');
    const state = JSON.parse((await played.job().repository.file('state.json', ref)) ?? '');
    expect(state).toMatchObject({
      version: 1,
      active: null,
      claimed: [{ commentId: played.job().commentId }],
    });
    const log = await played.job().repository.git.text(['log', '--format=%s', String(ref)]);
    expect(log.split('\n').at(-1)).toBe(`lock for comment ${played.job().commentId}`);
  });

  it('says the same in the job summary', () => {
    expect(played.run().summary).toContain('### Done: opened #2');
    expect(readFileSync(played.run().outputs['summary-file'] ?? '', 'utf8')).toBe(played.run().summary);
    expect(played.run().annotations).toMatchObject([{ level: 'notice', message: 'Done: opened #2' }]);
  });

  it('gives the model the issue as material, fenced and labelled by author and permission', () => {
    const [first] = played.job().model.requests();
    const user = JSON.stringify(first?.messages.find(({ role }) => role === 'user')?.content);
    expect(user).toContain('Task from @maintainer');
    expect(user).toMatch(/<<<[0-9a-f]{32} untrusted text: issue #1, body · by stranger · permission: read/);
  });

  it('shows neither the token nor the key to anybody', () => {
    const told = JSON.stringify([
      played.job().model.requests(),
      played.job().github.requests.map(({ body }) => body),
    ]);
    const trace = readFileSync(played.run().outputs['trace-file'] ?? '', 'utf8');
    for (const place of [told, trace, played.run().log, played.run().summary]) {
      expect(place).not.toContain(API_KEY);
      expect(place).not.toContain(played.job().token);
    }
  });
});

describe('a command of the model', () => {
  it('sees nothing of the job: no token, no key, none of the runner’s variables', async () => {
    const turns = [
      { calls: [{ name: 'exec_command', arguments: { command: 'env; echo "[end]"' } }] },
      'Looked.',
    ];
    const job = await sceneOf({ turns, command: '/penguin what is in the environment?' });
    await job.run({ env: { MY_TOKEN: 'hidden-one', NPM_CONFIG_KEY: 'hidden-two' } });
    const told = JSON.stringify(job.model.requests()[1]?.messages);
    expect(told).toContain('[end]');
    const names = [...told.matchAll(/(?:\\n|")([A-Za-z_]+)=/g)].map(([, name]) => name);
    expect(
      names.filter((name) => /^(GITHUB|INPUT|ACTIONS|RUNNER|STATE)_|TOKEN|KEY/.test(name ?? '')),
    ).toEqual([]);
    expect(told).not.toMatch(/hidden-|ghs_|sk-test/);
  });

  it('whose output holds a workflow command gives the runner none', async () => {
    const command =
      'echo "::set-output name=outcome::forged"; echo "x ##[error]forged"; echo "::add-mask::e"';
    const turns = [
      { text: '::error::forged', calls: [{ name: 'exec_command', arguments: { command } }] },
      '::error::forged',
    ];
    const job = await sceneOf({ turns, command: '/penguin run it' });
    const run = await job.run();
    expect(run.annotations.map(({ level }) => level)).toEqual(['notice']);
    expect(run.masks).not.toContain('e');
    expect(run.outputs.outcome).toBe('answered');
    expectTidy(run);
  });
});

it('a second command goes on with the open pull request of the first', async () => {
  const edit = { name: 'write_file', arguments: { path: 'NOTES.md', content: 'Days are in UTC.\n' } };
  const job = await sceneOf({
    turns: [...TURNS, { calls: [edit] }, 'Say which zone counts\n\nAdded a note.'],
  });
  await job.run();
  await job.checkOut();
  const run = await job.run({ event: job.say('/penguin say in a note which time zone counts') });
  expect(run.outputs).toMatchObject({ outcome: 'changed', 'pull-request': '2' });
  const log = await job.repository.git.text(['log', '--format=%s', `main..${run.outputs.branch}`]);
  expect(log.split('\n')).toEqual(['Say which zone counts', 'Take the day of a moment in UTC']);
  expect(job.ownComments().at(-1)).toContain('Goes on with #2');
  expectTidy(run);
});
