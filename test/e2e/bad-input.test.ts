import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../core/trace/index.ts';
import { jsonAnswer } from '../github/wire.ts';
import { API_KEY, type MainJob, type MainJobOptions, PERMISSIONS } from '../main-job/set-up.ts';
import { unreachableUrl } from '../model/raw-sse.ts';
import type { ActionRun } from '../runner/action-run.ts';
import { expectTidy, type SceneOptions, sceneOf } from './stage.ts';

interface Case extends SceneOptions {
  outcome: string;
  exitCode: number;
  /** What the one sentence must tell; absent where nobody is told anything. */
  sentence?: RegExp;
  /** Whether the sentence stands in a comment too. */
  commented?: boolean;
  modelRequests?: number;
  prepare?: (job: MainJob) => void;
}

async function play({ prepare, ...options }: Case): Promise<{ job: MainJob; run: ActionRun }> {
  const job = await sceneOf(options);
  prepare?.(job);
  return { job, run: await job.run() };
}

/** Outcome, exit code and model requests; and that comment, summary and annotation say the same sentence. */
async function expectEnding(wanted: Case): Promise<{ job: MainJob; run: ActionRun }> {
  const { job, run } = await play(wanted);
  expect({
    outcome: run.outputs.outcome,
    exitCode: run.exitCode,
    modelRequests: job.model.requests().length,
  }).toEqual({
    outcome: wanted.outcome,
    exitCode: wanted.exitCode,
    modelRequests: wanted.modelRequests ?? 0,
  });
  const annotations = run.annotations.map(({ message }) => message);
  if (wanted.sentence === undefined) {
    expect([annotations, run.summary, job.ownComments()]).toEqual([[], '', []]);
  } else {
    const [sentence = '', ...more] = annotations;
    expect(more).toEqual([]);
    expect(sentence).toMatch(wanted.sentence);
    expect(plain(run.summary)).toContain(plain(sentence));
    expect(job.ownComments().map(plain)).toEqual(
      wanted.commented === true ? [expect.stringContaining(plain(sentence))] : [],
    );
  }
  expectTidy(run);
  return { job, run };
}

/** Markdown as a person reads it, its markup and escapes aside. */
function plain(markdown: string): string {
  return markdown
    .replace(/<!--.*?-->/g, '')
    .replaceAll('&#96;', '`')
    .replaceAll('&#47;', '/')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[\\*]/g, '');
}

describe('a comment that gives no order', () => {
  it.each(['Nice weather.', '> /penguin fix it'])(
    '%j is ignored without a word or a request',
    async (command) => {
      const { job } = await expectEnding({ command, outcome: 'ignored', exitCode: 0 });
      expect(job.github.requests.filter(({ path }) => path.startsWith('/repos/'))).toEqual([]);
    },
  );
});

describe('somebody who may not give orders', () => {
  const refused = { outcome: 'refused', exitCode: 0 };
  const reactions = (job: MainJob) =>
    job.repository
      .issue(job.issueNumber)
      .comments.find(({ id }) => id === job.commentId)
      ?.reactions.map(({ content }) => content);

  it('without write access gets 😕, and on a public repository no reply', async () => {
    const { job } = await expectEnding({
      ...refused,
      by: 'stranger',
      sentence: /stranger has no write access here/,
    });
    expect(reactions(job)).toEqual(['confused']);
  });

  it('gets one reply a day on a private repository', async () => {
    const { job } = await expectEnding({
      ...refused,
      by: 'stranger',
      private: true,
      sentence: /no write access/,
      commented: true,
    });
    await job.run({ event: job.say('/penguin fix it', 'stranger') });
    expect(job.ownComments()).toHaveLength(1);
  });

  it('is refused as a bot', async () => {
    await expectEnding({
      ...refused,
      by: 'helper[bot]',
      sentence: /helper\[bot\] is a Bot, not a person/,
      prepare: ({ repository, github }) =>
        repository.roles.set(github.addUser('helper[bot]', { type: 'Bot' }), 'write'),
    });
  });

  it('is refused when the login belongs to another account by now', async () => {
    await expectEnding({
      ...refused,
      sentence: /no write access/,
      prepare: ({ github }) =>
        github.intercept({ operation: 'repos/get-collaborator-permission-level' }, async (_, proceed) => {
          const answer = await proceed();
          if (answer === 'hang-up') return answer;
          const told = JSON.parse(String(answer.body));
          return jsonAnswer(200, { ...told, user: { ...told.user, id: told.user.id + 1 } });
        }),
    });
  });

  it('is refused when GitHub does not say', async () => {
    await expectEnding({
      ...refused,
      sentence: /GitHub did not say what maintainer may do here/,
      prepare: ({ github }) =>
        github.intercept({ operation: 'repos/get-collaborator-permission-level' }, async () =>
          jsonAnswer(500, { message: 'Server Error' }),
        ),
    });
  });
});

describe('a workflow that is not set up', () => {
  const blocked = { outcome: 'blocked', exitCode: 1, commented: true };

  it.each([
    [{ provider: '' }, /No provider is configured: add the lines `provider: <name>`/],
    [{ model: '' }, /No model is configured for provider "openai-compatible": add the line `model: /],
    [
      { provider: 'deepseek', 'api-key': '' },
      /No key for provider "deepseek": add the secret DEEPSEEK_API_KEY .* `api-key: \$\{\{ secrets\.DEEPSEEK_API_KEY \}\}`/,
    ],
  ])('with %j is blocked, with the lines to add', async (inputs, sentence) => {
    await expectEnding({ ...blocked, inputs, sentence });
  });

  it('says so once a Thread', async () => {
    const { job } = await expectEnding({ ...blocked, inputs: { model: '' }, sentence: /No model/ });
    await job.run({ event: job.say('/penguin fix it') });
    expect(job.ownComments()).toHaveLength(1);
  });
});

describe('what is set wrong', () => {
  const config = { outcome: 'failed', exitCode: 2, commented: true };

  it.each([
    [{ provider: 'clever' }, /There is no provider "clever"\. Use one of .*openai-compatible/],
    [{ 'base-url': 'localhost:80' }, /base-url is "localhost:80"/],
    [
      { 'approval-mode': 'yolo' },
      /approval-mode is "yolo": use read-only, allow-all, deny-all or always-ask/,
    ],
    [{ unsafe: 'false' }, /approval-mode is "allow-all", which runs every command .* `unsafe: true`/],
    [{ unsafe: 'maybe' }, /unsafe is "maybe": use true or false/],
    [{ 'max-turns': 'many' }, /max-turns is "many": use a whole number/],
    [{ 'max-minutes': '0' }, /max-minutes is "0"/],
  ])('%j fails before any model request', async (inputs, sentence) => {
    await expectEnding({ ...config, inputs, sentence });
  });

  it.each([
    ['/penguin', /There is no task in the command/],
    ['/penguin fix a\n\n/penguin fix b', /One comment can start one task/],
  ])('the command %j is answered with what to write', async (command, sentence) => {
    await expectEnding({ ...config, command, sentence });
  });

  it('a workspace that is no git repository fails with what to do', async () => {
    await expectEnding({
      ...config,
      setUp: (workspace) => rmSync(join(workspace, '.git'), { recursive: true }),
      sentence: /is not in a git repository: check one out first \(actions\/checkout\)/,
    });
  });

  it('a dispatch without a prompt fails in the summary', async () => {
    const job = await sceneOf();
    const run = await job.run({
      event: dispatch(job),
      inputs: { provider: 'openai-compatible', model: 'recorded' },
    });
    expect(run).toMatchObject({ exitCode: 2, outputs: { outcome: 'failed' } });
    expect(run.summary).toContain('The input prompt is empty');
    expectTidy(run);
  });
});

it('a dispatch with a prompt works without a Thread: the Report is the summary', async () => {
  const job = await sceneOf();
  const run = await job.run({
    event: dispatch(job),
    inputs: {
      prompt: 'fix the failing date test',
      provider: 'openai-compatible',
      model: 'recorded',
      'base-url': job.model.url,
      'api-key': API_KEY,
      'approval-mode': 'allow-all',
      unsafe: 'true',
    },
  });
  expect(run).toMatchObject({ exitCode: 0, outputs: { outcome: 'changed', 'pull-request': '2' } });
  expect(run.summary).toContain('### Done: opened #2');
  expect(job.repository.pull(2).body).not.toContain('Closes #');
  expect(job.ownComments()).toEqual([]);
  expectTidy(run);
});

describe('a model that does not answer', () => {
  const failed = { outcome: 'failed', exitCode: 1, commented: true };

  it('and refuses the key ends the run after one request', async () => {
    const turns = [
      { fault: { kind: 'status', status: 401, message: 'Incorrect API key', type: 'authentication_error' } },
    ] as const;
    await expectEnding({
      ...failed,
      turns: [...turns],
      modelRequests: 1,
      sentence: /Failed \(auth\): .*key/i,
    });
  });

  it('at an address where nobody listens ends the run after one attempt, without a ladder', async () => {
    const { run } = await expectEnding({
      ...failed,
      inputs: { 'base-url': await unreachableUrl() },
      sentence: /Failed \(llm\): .*127\.0\.0\.1/,
    });
    expect(run.seconds).toBeLessThan(15);
  });
});

describe('a model that stumbles', () => {
  const done: Omit<MainJobOptions, 'directory' | 'turns'> = { command: '/penguin is it fine?' };

  it('with 429 and 503 that pass ends as the run does, and the trace tells each', async () => {
    const turns = [
      { fault: { kind: 'rate_limited', retryAfter: 1 } },
      { fault: { kind: 'status', status: 503, message: 'overloaded' } },
      'It is fine.',
    ] as const;
    const job = await sceneOf({ ...done, turns: [...turns] });
    const run = await job.run();
    expect(run).toMatchObject({ exitCode: 0, outputs: { outcome: 'answered' } });
    expect(job.model.requests()).toHaveLength(3);
    const ends = (await traceOf(run)).filter(({ type }) => type === 'request_end');
    expect(ends).toMatchObject([
      { status: 'timeout', attempt: 1, retry_in_ms: 1000 },
      { status: 'timeout', attempt: 2 },
      { status: 'completed' },
    ]);
  });

  it('over a tool that does not exist, or broken arguments, is told, and the run goes on', async () => {
    const turns = [
      { calls: [{ name: 'fly_to_moon', arguments: {} }] },
      { calls: [{ name: 'read_file', arguments: { path: 7 } }] },
      'It is fine.',
    ];
    const job = await sceneOf({ ...done, turns });
    const run = await job.run();
    expect(run).toMatchObject({ exitCode: 0, outputs: { outcome: 'answered' } });
    const outputs = (await traceOf(run)).filter(({ type }) => type === 'tool_call_output');
    expect(outputs).toMatchObject([
      { stop_reason: 'failed', output: expect.stringContaining('fly_to_moon') },
      { stop_reason: 'failed', output: expect.stringContaining('path') },
    ]);
  });

  it('into a very long answer is cut where GitHub wants it, and the outcome stays', async () => {
    const turns = [`A long story\n\n${'Long words and *more* of them. '.repeat(8_000)}`];
    const job = await sceneOf({ ...done, turns });
    const run = await job.run();
    expect(run).toMatchObject({ exitCode: 0, outputs: { outcome: 'answered' } });
    expect(job.ownComments()[0]?.length).toBeLessThanOrEqual(60_000);
    expect(job.ownComments()[0]).toContain('The rest is in the summary of the run.');
    expectTidy(run);
  });
});

describe('a pull request that GitHub does not let us open', () => {
  it('leaves the branch and a link to compare, and is blocked', async () => {
    const { job, run } = await play({
      outcome: 'blocked',
      exitCode: 1,
      allowActionsToCreatePullRequests: false,
    });
    expect(run).toMatchObject({ exitCode: 1, outputs: { outcome: 'blocked', 'pull-request': '' } });
    const { branch } = run.outputs;
    expect(await job.repository.ref(`refs/heads/${branch}`)).toBeDefined();
    expect(job.ownComments()[0]).toContain(`/compare/main...${branch}`);
    expect(job.ownComments()[0]).toContain('not permitted to create or approve pull requests');
  });
});

describe('a workflow that lacks a permission', () => {
  const without = (name: keyof typeof PERMISSIONS, level: 'read' | 'none') => ({
    permissions: { ...PERMISSIONS, [name]: level },
  });

  it('to write contents is blocked, and says which line to add', async () => {
    await expectEnding({
      ...without('contents', 'read'),
      outcome: 'blocked',
      exitCode: 1,
      commented: true,
      sentence: /add `contents: write` to the workflow's permissions/,
    });
  });

  it.each([
    ['issues', 'changed', /no live comment: .*add `issues: write` to the workflow's permissions/],
    ['pull_requests', 'blocked', /add `pull-requests: write` to the workflow/],
    ['actions', 'changed', undefined],
  ] as const)('for %s does the rest of the work, and says what is missing', async (name, outcome, told) => {
    const job = await sceneOf(without(name, 'none'));
    const run = await job.run();
    expect(run.outputs.outcome).toBe(outcome);
    expect(run.outputs.branch).toMatch(/^penguin\/1-/);
    if (told !== undefined) expect(run.log).toMatch(told);
    expect(run.summary).toMatch(outcome === 'changed' ? /Done: opened/ : /Blocked/);
  });
});

describe('changes that may not leave', () => {
  it('to a workflow file are refused with the reason, and kept as a patch', async () => {
    const edit = {
      name: 'write_file',
      arguments: { path: '.github/workflows/ci.yml', content: 'on: push\n' },
    };
    const { job, run } = await play({
      outcome: 'blocked',
      exitCode: 1,
      turns: [{ calls: [edit] }, 'Add a workflow'],
    });
    expect(run.outputs).toMatchObject({ outcome: 'blocked', branch: '' });
    expect(run.annotations[0]?.message).toMatch(/touch workflow files \(\.github\/workflows\/ci\.yml\)/);
    expect(Object.keys(await job.repository.refs('refs/heads/'))).toEqual(['refs/heads/main']);
  });
});

describe('the default approval mode', () => {
  it('lets the agent read, denies the rest, and says so', async () => {
    const { job, run } = await play({
      outcome: 'denied',
      exitCode: 0,
      inputs: { 'approval-mode': '', unsafe: '' },
    });
    expect(run).toMatchObject({ exitCode: 0, outputs: { outcome: 'denied' } });
    expect(job.ownComments()[0]).toContain('**Denied**');
    expect(job.ownComments()[0]).toContain('approval mode read-only');
    expect(JSON.stringify(job.model.requests()[2]?.messages)).toContain('Denied by approval mode read-only');
  });
});

function dispatch({ repository }: MainJob) {
  const parts = {
    event: 'workflow_dispatch',
    sender: 'maintainer',
    ref: 'refs/heads/main',
    workflow: 'penguin.yml',
    inputs: {},
  } as const;
  return { name: 'workflow_dispatch', payload: repository.payload(parts) };
}

async function traceOf(run: ActionRun): Promise<Record<string, unknown>[]> {
  const { messages } = await readTrace(run.outputs['trace-file'] ?? '');
  return messages.map(({ payload }) => ({ ...payload }));
}
