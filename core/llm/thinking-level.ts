/** How much a model may think before it answers; unset leaves it to the upstream. */
export type ThinkingLevelName = 'none' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
