export type PersonsAnswer =
  | { kind: 'yes' }
  | { kind: 'always' }
  /** `words` tell the model what to do instead; they may be empty. */
  | { kind: 'no'; words: string }
  /** The input is at its end. */
  | { kind: 'none' }
  | { kind: 'unclear' };

/** What a person means by a line that they typed at a question; undefined when none can come. */
export function readAnswer(typed: string | undefined): PersonsAnswer {
  if (typed === undefined) return { kind: 'none' };
  const line = typed.trim();
  if (/^y(?:es)?$/i.test(line)) return { kind: 'yes' };
  if (/^a(?:lways)?$/i.test(line)) return { kind: 'always' };
  const no = /^no?(?:[\s,.:;]+(.*))?$/i.exec(line);
  return no === null ? { kind: 'unclear' } : { kind: 'no', words: no[1] ?? '' };
}
