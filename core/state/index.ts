export { assemblePrompt, type PromptParts, type Quoted, SYSTEM_PROMPT } from './prompt.ts';
