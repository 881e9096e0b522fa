import { describe, expect, it } from 'vitest';
import { hideKey } from '../../core/dispatch/hide-key.ts';
import type { Inputs } from '../../core/dispatch/house.ts';
import { loadSettings } from '../../core/dispatch/load-settings.ts';
import type { Scene } from '../../core/dispatch/scene.ts';
import { createRedact } from '../../core/policy/index.ts';
import { openStage } from '../github-side/stage.ts';

const TOKEN = 'a-token-0123456789';
const KEY = 'a-key-0123456789';
const PATH = '.github/penguin.yml';

/** A scene whose repository holds `files` on a branch. Secrets that the entrance learns are in `hidden`. */
async function sceneWith(
  files: Record<string, string>,
  given: Partial<Record<Parameters<Inputs>[0], string>> = {},
  branch = 'main',
): Promise<{ scene: Scene; hidden: string[] }> {
  const { github, clock, repository } = await openStage();
  if (Object.keys(files).length > 0) await repository.commit({ branch, files, message: 'Configure' });
  const hidden: string[] = [];
  const house: Scene['house'] = {
    clock,
    newId: () => '0',
    random: () => 0,
    log: { debug: ignore, info: ignore, warn: ignore },
    signal: new AbortController().signal,
    inputs: (name) => given[name] ?? '',
    run: { id: 1, attempt: 1, url: '', workflowFile: '', branch: '' },
    github: { apiUrl: '', serverUrl: '' },
    workspaceDir: '',
    scratchDir: '',
    environment: { MY_KEY: KEY },
    hideSecret: (secret) => hidden.push(secret),
    artifacts: false,
    keepForLastPhase: ignore,
  };
  const trigger: Scene['trigger'] = {
    kind: 'dispatch',
    repository: { owner: 'octo', repo: 'demo', defaultBranch: 'main', private: false },
    actor: { login: 'ann', id: 1, type: 'User' },
  };
  return { scene: { trigger, github, house, redact: createRedact([TOKEN]), token: TOKEN }, hidden };
}

const ignore = () => undefined;

const CONFIG = `
default_model: { provider: deepseek, model_id: chat }
models:
  - { provider: deepseek, model_id: chat, api_key_env: MY_KEY }
`;
const LEAST = { provider: 'deepseek', model: 'other', 'api-key': KEY } as const;

describe('settings', () => {
  it('are those of the default branch', async () => {
    const { scene } = await sceneWith({ [PATH]: CONFIG });
    expect(await loadSettings(scene)).toMatchObject({
      kind: 'ok',
      settings: { modelId: 'chat', apiKey: KEY },
    });
  });

  it('of another branch count for nothing', async () => {
    const { scene } = await sceneWith({ [PATH]: CONFIG }, {}, 'somebodys');
    expect(await loadSettings(scene)).toMatchObject({
      kind: 'blocked',
      problem: expect.stringContaining('No provider is configured'),
    });
  });

  it('need no configuration', async () => {
    const { scene } = await sceneWith({}, LEAST);
    expect(await loadSettings(scene)).toMatchObject({ kind: 'ok', settings: { modelId: 'other' } });
  });

  it('come from the file that the input names, which has to be there', async () => {
    const { scene } = await sceneWith({ 'ci/agent.yml': CONFIG }, { config: 'ci/agent.yml' });
    expect(await loadSettings(scene)).toMatchObject({ kind: 'ok', settings: { modelId: 'chat' } });
    const lost = await sceneWith({ 'ci/agent.yml': CONFIG }, { ...LEAST, config: PATH });
    expect(await loadSettings(lost.scene)).toEqual({
      kind: 'config',
      problem: `Input config is "${PATH}", but the default branch has no such file: add it, or leave the input out.`,
    });
  });

  it('that are wrong are told without secrets that somebody pasted', async () => {
    const { scene } = await sceneWith({ [PATH]: `models: ${TOKEN}` });
    const reading = await loadSettings(scene);
    expect(reading).toMatchObject({
      kind: 'config',
      problem: expect.stringContaining('models is "***": write'),
    });
  });
});

describe('the model’s key', () => {
  it('from the environment is a secret from then on, beside those that were', async () => {
    const { scene, hidden } = await sceneWith({});
    const { redact } = hideKey(KEY, scene);
    expect(redact.text(`${KEY} and ${TOKEN}`)).toBe('*** and ***');
    expect(hidden).toEqual([KEY]);
  });

  it('from an input was one before', async () => {
    const { scene, hidden } = await sceneWith({}, LEAST);
    expect(hideKey(KEY, scene)).toBe(scene);
    expect(hideKey(undefined, scene)).toBe(scene);
    expect(hidden).toEqual([]);
  });
});
