import { type Config, configSchema } from './config.ts';
import { readDocument } from './config-document.ts';
import { problemsIn } from './config-problem.ts';
import { pairProblems } from './model-pairs.ts';
import type { Problem } from './problem.ts';

/** More at once are not read by anybody; the next run tells the rest. */
const MAX_PROBLEMS = 5;
/** Less than what a comment shows of a reason: a sentence that is cut tells nobody what to do. */
const MAX_CHARS = 1_000;

/** `problem` is a sentence for each mistake, five at most: where it stands, which key, its value, what to write instead. */
export type ParsedConfig = { kind: 'config'; config: Config } | { kind: 'wrong'; problem: string };

/** Reads a configuration file's text. Pure; `fileName` is for the sentences alone. */
export function parseConfig(text: string, fileName: string): ParsedConfig {
  const reading = readDocument(text);
  if (reading.kind === 'wrong') return wrong(fileName, reading.problems);
  const { document } = reading;
  const result = configSchema.safeParse(document.value);
  if (!result.success) return wrong(fileName, problemsIn(result.error, document));
  const problems = pairProblems(result.data, document);
  return problems.length > 0 ? wrong(fileName, problems) : { kind: 'config', config: result.data };
}

function wrong(fileName: string, problems: readonly Problem[]): ParsedConfig {
  const said: string[] = [];
  for (const { position, text } of problems.toSorted(byPosition)) {
    const sentence = `${fileName}:${position.line}:${position.column}: ${text}.`;
    const fits = said.length < MAX_PROBLEMS && said.join(' ').length + sentence.length < MAX_CHARS;
    if (!fits && said.length > 0) break;
    said.push(sentence);
  }
  const more = problems.length - said.length;
  return { kind: 'wrong', problem: [...said, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ') };
}

function byPosition({ position: a }: Problem, { position: b }: Problem): number {
  return a.line - b.line || a.column - b.column;
}
