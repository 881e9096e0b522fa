export { assemblePrompt, type Quoted, SYSTEM_PROMPT } from './prompt.ts';
