import { type ApprovalMode, isApprovalMode } from '../policy/index.ts';
import { type AgentSettings, readAgent } from './agent-settings.ts';
import { type ModelSettings, readModel } from './model-settings.ts';
import { SettingsProblem } from './settings-problem.ts';
import type { SettingsSources } from './settings-sources.ts';

/** What a Task needs to know, checked. */
export interface Settings extends ModelSettings {
  agent: Pick<AgentSettings, 'id' | 'prompt'>;
  approvalMode: ApprovalMode;
  /** −1 is no limit, here and below. */
  maxTurns: number;
  maxMinutes: number;
  maxTokens: number;
}

/** `blocked`: something is not set up yet, a person has to. `config`: something is set, and wrong. */
export type SettingsReading =
  | { kind: 'ok'; settings: Settings }
  | { kind: 'blocked'; problem: string }
  | { kind: 'config'; problem: string };

/** Settles what the sources say. Each problem is one sentence: what is wrong, with which value, and what to do. */
export function readSettings(sources: SettingsSources): SettingsReading {
  try {
    return { kind: 'ok', settings: read(sources) };
  } catch (error) {
    if (error instanceof SettingsProblem) return { kind: error.kind, problem: error.message };
    throw error;
  }
}

function read(sources: SettingsSources): Settings {
  const { id, prompt, maxTurns } = readAgent(sources);
  return {
    ...readModel(sources),
    agent: { id, prompt },
    approvalMode: readApprovalMode(sources),
    maxTurns: readCount(sources, 'max-turns', maxTurns ?? 100),
    maxMinutes: readCount(sources, 'max-minutes', 30),
    maxTokens: readCount(sources, 'max-tokens', 2_000_000),
  };
}

function readApprovalMode({ inputs, wording }: SettingsSources): ApprovalMode {
  const mode = inputs('approval-mode') || 'read-only';
  if (!isApprovalMode(mode)) {
    throw new SettingsProblem(
      'config',
      `${wording.subject('approval-mode')} is "${mode}": use read-only, allow-all, deny-all or always-ask.`,
    );
  }
  const unsafe = readFlag({ inputs, wording }, 'unsafe');
  if (mode === 'allow-all' && !unsafe) {
    throw new SettingsProblem(
      'config',
      `${wording.subject('approval-mode')} is "allow-all", which runs every command of the model without a sandbox: ${wording.addUnsafe} if that is meant, or use read-only.`,
    );
  }
  return mode;
}

type Told = Pick<SettingsSources, 'inputs' | 'wording'>;

function readFlag({ inputs, wording }: Told, name: 'unsafe'): boolean {
  const text = inputs(name);
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw new SettingsProblem('config', `${wording.subject(name)} is "${text}": use true or false.`);
}

/** Longer than any job may last, and about as long as a timer can be: one that is longer goes off at once. */
const MAX_MINUTES = 35_000;

type CountName = 'max-turns' | 'max-minutes' | 'max-tokens';

function readCount({ inputs, wording }: Told, name: CountName, unset: number): number {
  const text = inputs(name);
  if (text === '') return unset;
  const count = Number(text);
  const max = name === 'max-minutes' ? MAX_MINUTES : Number.MAX_SAFE_INTEGER;
  if (Number.isInteger(count) && ((count >= 1 && count <= max) || count === -1)) return count;
  const range = name === 'max-minutes' ? `1 to ${max}` : '1';
  throw new SettingsProblem(
    'config',
    `${wording.subject(name)} is "${text}": use a whole number from ${range}, or -1 for no limit.`,
  );
}
