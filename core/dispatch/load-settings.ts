import { defaultBranchFile } from '../github/index.ts';
import { CONFIG_PATH, type Config, readConfig } from '../state/index.ts';
import type { Scene } from './scene.ts';
import { readSettings, type SettingsReading } from './settings.ts';
import { WORKFLOW } from './wording.ts';

/** Reads the configuration as it is on the default branch, never the checkout's, and settles what the Task needs to know. */
export async function loadSettings({ house, github, redact }: Scene): Promise<SettingsReading> {
  const named = house.inputs('config');
  const configPath = named || CONFIG_PATH;
  const reading = await readConfig(defaultBranchFile(github), configPath);
  const settle = (config: Config) =>
    readSettings({
      inputs: house.inputs,
      config,
      configPath,
      environment: house.environment,
      wording: WORKFLOW,
    });
  switch (reading.kind) {
    case 'config':
      return settle(reading.config);
    case 'missing':
      if (named === '') return settle({});
      return {
        kind: 'config',
        problem: `Input config is "${named}", but the default branch has no such file: add it, or leave the input out.`,
      };
    case 'wrong':
      return { kind: 'config', problem: redact.text(reading.problem) };
  }
}
