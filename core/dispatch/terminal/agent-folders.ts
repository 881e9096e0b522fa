import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where an Agent of a Project keeps what is its own on this machine. */
export interface AgentFolders {
  agentState: string;
  traces: string;
  snapshots: string;
}

const AGENT = 'default';
const MAX_NAME = 40;

/** Makes `<home>/<project>/agents/default/{agent_state,traces,snapshots}`, for their owner alone. */
export function makeAgentFolders(home: string, top: string): AgentFolders {
  const agent = join(home, projectName(top), 'agents', AGENT);
  const folders = {
    agentState: join(agent, 'agent_state'),
    traces: join(agent, 'traces'),
    snapshots: join(agent, 'snapshots'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folders;
}

/** A name for people, and a piece of a hash that tells folders of one name apart: `dates-1f6c03ab`. */
export function projectName(top: string): string {
  const name = basename(top)
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MAX_NAME);
  const hash = createHash('sha256').update(top).digest('hex').slice(0, 8);
  return [name, hash].filter((part) => part !== '').join('-');
}
