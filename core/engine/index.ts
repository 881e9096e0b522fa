export {
  type ContextEngine,
  createContextEngine,
  type TaskEnd,
} from './context-engine.ts';
export type { Limits } from './limits.ts';
export { createSteering, isSteering } from './steering.ts';
