import { SettingsProblem } from './settings-problem.ts';
import type { SettingsSources } from './settings-sources.ts';

export interface AgentSettings {
  id: string;
  /** Instructions beside those that every agent has. */
  prompt: string | undefined;
  /** Undefined where the configuration leaves it to the default. */
  maxTurns: number | undefined;
}

/** There without being configured. */
const DEFAULT_AGENT = 'default';

/** The agent that the input names. */
export function readAgent({ inputs, config, configPath, wording }: SettingsSources): AgentSettings {
  const id = inputs('agent') || DEFAULT_AGENT;
  const { agents = {} } = config;
  const entry = Object.hasOwn(agents, id) ? agents[id] : undefined;
  if (entry === undefined && id !== DEFAULT_AGENT) {
    const ids = [...new Set([DEFAULT_AGENT, ...Object.keys(agents)])].join(', ');
    throw new SettingsProblem(
      'config',
      `${wording.subject('agent')} is "${id}", which is no agent in ${configPath}: use one of ${ids}, or add it under agents.`,
    );
  }
  return { id, prompt: entry?.prompt, maxTurns: entry?.max_turns };
}
