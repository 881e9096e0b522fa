import type { TerminalEnding } from '../../core/index.ts';

/** Whatever a terminal would obey or hide; in JSON it can only stand inside a string. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The run for machines: one line of JSON, safe to print. */
export function jsonLine({ outcome, sessionId, traceFile, changedFiles, seconds }: TerminalEnding): string {
  const { kind, reason, usage } = outcome;
  const end = {
    outcome: kind,
    reason,
    sessionId: sessionId ?? null,
    traceFile: traceFile ?? null,
    changedFiles,
    usage,
    seconds,
  };
  return `${escapeUnseen(JSON.stringify(end))}\n`;
}

export function escapeUnseen(json: string): string {
  return json.replace(UNSEEN, (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
