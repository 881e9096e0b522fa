export {
  type Agent,
  type AgentOptions,
  createAgent,
  newSessionId,
  type SessionOptions,
} from './create-agent.ts';
export type { RunOptions, Session } from './session.ts';
