/** Definitions: what a repository's configuration says, and what the model is told. */

export { isBaseUrl, withoutUser } from './base-url.ts';
export type { Config } from './config.ts';
export { isSameModel } from './model-pairs.ts';
export { assemblePrompt, type Quoted, systemPrompt } from './prompt.ts';
export { CONFIG_PATH, type ReadDefaultBranchFile, readConfig } from './read-config.ts';
