import type { Log } from '../../core/omnimessage/index.ts';

/** Keeps what was said to the operator. */
export function quietLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  return { lines, debug: say, info: say, warn: say };
}
