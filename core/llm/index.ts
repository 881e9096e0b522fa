/**
 * The model's side: providers, protocols, and the double that plays a script. Provider packages load when first
 * used.
 */

export { GenerativeModel, type GenerativeModelConfig } from './generative-model.ts';
export { findProvider, type Provider, providerNames } from './providers.ts';
export type { ScriptedTurn } from './script.ts';
export { scriptedModel } from './scripted-model.ts';
export type { ThinkingLevelName } from './thinking-level.ts';
export { ToolCallIdAllocator } from './tool-call-ids.ts';
export { warmUp } from './warm-up.ts';
