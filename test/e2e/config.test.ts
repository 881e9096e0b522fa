import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../core/trace/index.ts';
import { FILES } from '../main-job/date-repository.ts';
import { expectTidy, playedScene, sceneOf } from './stage.ts';

const PATH = '.github/penguin.yml';
const KEY = 'a-key-of-no-known-form-0123456789';
/** Nothing of the model comes from the inputs but its address, which is not known before. */
const NO_MODEL = { provider: '', model: '', 'api-key': '' };

const CONFIG = `
default_model: { provider: deepseek, model_id: from-config }
models:
  - provider: deepseek
    model_id: from-config
    api_key_env: MY_KEY
    context_window: 64000
agents:
  reviewer:
    prompt: Say please.
    max_turns: 2
`;
const ANOTHER = CONFIG.replaceAll('from-config', 'from-checkout').replace('please', 'nothing');

describe('a configuration on the default branch', () => {
  const played = playedScene({
    command: '/penguin what is in the environment?',
    files: { ...FILES, [PATH]: CONFIG },
    issue: { title: 'A leak', body: `Somebody pasted ${KEY} here.` },
    inputs: { ...NO_MODEL, agent: 'reviewer' },
    env: { MY_KEY: KEY },
    turns: [
      { calls: [{ name: 'exec_command', arguments: { command: 'env; echo "[end]"' } }] },
      { text: `It is ${KEY}.`, calls: [{ name: 'grep', arguments: { pattern: 'x' } }] },
    ],
    setUp: (workspace) => writeFileSync(join(workspace, PATH), ANOTHER),
  });
  const trace = async () => {
    const { messages } = await readTrace(played.run().outputs['trace-file'] ?? '');
    return messages.map(({ payload }) => ({ ...payload }));
  };

  it('names model, agent and window, whatever the checkout’s own copy says', async () => {
    const [meta] = await trace();
    expect(meta).toMatchObject({
      type: 'session_meta',
      provider: 'deepseek',
      model_id: 'from-config',
      model_context_window: 64_000,
      agent_state: 'reviewer',
      system_prompt: expect.stringMatching(/\nSay please\.$/),
    });
    const [request] = played.job().model.requests();
    expect(request).toMatchObject({ model: 'from-config' });
    expect(JSON.stringify(request?.messages[0])).toContain('Say please.');
  });

  it('limits the agent’s turns', () => {
    expect(played.run()).toMatchObject({ exitCode: 1, outputs: { outcome: 'budget' } });
    expect(played.run().annotations).toMatchObject([
      { message: expect.stringContaining('reached its limit of 2 turns') },
    ]);
    expectTidy(played.run());
  });

  it('has its key shown to nobody: neither commands nor model, trace, comment, summary or log', () => {
    const file = readFileSync(played.run().outputs['trace-file'] ?? '', 'utf8');
    const told = JSON.stringify(played.job().model.requests());
    expect(told).toContain('[end]');
    expect(told).not.toContain('MY_KEY=');
    expect(told).toContain('Somebody pasted *** here.');
    expect(file).toContain('It is ***.');
    const { log, summary, rawLog, masks } = played.run();
    const written = JSON.stringify(played.job().github.requests.map(({ body }) => body));
    for (const place of [told, file, log, summary, written, ...played.job().ownComments()]) {
      expect(place).not.toContain(KEY);
    }
    expect(masks).toContain(KEY);
    const shown = rawLog.split('\n').filter((line) => line.includes(KEY));
    expect(shown).toEqual([`::add-mask::${KEY}`]);
  });
});

it('a configuration that is wrong ends the run before any model request, in the same words everywhere', async () => {
  const hostile =
    'models:\n  - provider: "@everyone\\n::error::<!-- x --> **b**"\n    model_id: m\n  - modle_id: m\n';
  const job = await sceneOf({
    files: { ...FILES, [PATH]: hostile },
    inputs: NO_MODEL,
    env: { MY_KEY: KEY },
    setUp: (workspace) => writeFileSync(join(workspace, PATH), CONFIG),
  });
  const run = await job.run();
  expect(run).toMatchObject({ exitCode: 2, outputs: { outcome: 'failed' } });
  expect(job.model.requests()).toEqual([]);
  const [annotation, ...more] = run.annotations.map(({ message }) => message);
  expect(more).toEqual([]);
  expect(annotation).toMatch(
    /^Failed \(config\): \.github\/penguin\.yml:2:15: models\[0\]\.provider is "@everyone ::error::<!-- x --> \*\*b\*\*": use one of .* \.github\/penguin\.yml:4:5: there is no key models\[1\]\.modle_id: write model_id$/,
  );
  const [comment, ...others] = job.ownComments();
  expect(others).toEqual([]);
  for (const page of [comment, run.summary]) {
    expect(page).toContain('.github/penguin.yml:4:5: there is no key models');
    expect(page).not.toMatch(/@everyone|<!-- x|\*\*b/);
  }
  expectTidy(run);
});
