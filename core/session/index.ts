export {
  createAgent,
  newSessionId,
} from './create-agent.ts';
export type { Session } from './session.ts';
