import { plainLine } from './one-line.ts';
import { sanitise } from './sanitise.ts';

export interface UntrustedText {
  /** What it is: `issue body`, `comment 3`. */
  label: string;
  /** The login of whoever wrote it. */
  author: string;
  /** The author's permission on the repository. */
  permission: string;
  /** When it was written, ISO-8601. */
  at: string;
  text: string;
  /** Fresh and random (`NewId`): nobody who wrote the text can know it. */
  delimiter: string;
}

const MAX_FIELD = 200;

/**
 * A stranger's text for the prompt, sanitised, between two lines that it cannot imitate, the first of which
 * says whose it is.
 */
export function fenceUntrusted({ label, author, permission, at, text, delimiter }: UntrustedText): string {
  const fields = [label, `by ${author}`, `permission: ${permission}`, at].map((field) =>
    plainLine(field, MAX_FIELD),
  );
  const harmless = (part: string) => part.replaceAll(delimiter, '[delimiter]');
  return [
    `<<<${delimiter} untrusted text: ${harmless(fields.join(' · '))}`,
    harmless(sanitise(text)),
    `>>>${delimiter}`,
  ].join('\n');
}
