import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { caseNamed, nameOf } from './case.ts';

export const HELP = `GitHub's bad days: the main job, from a comment to a pull request, with one thing that goes wrong at one call.

  npm run test:faults                 every kind of fault at every call to GitHub, git's own included
  npm run test:cancels                a cancel at every call, and at 50 moments
  … -- --quick                        a part of it that takes a minute, chosen by the seed
  … -- --seed N                       the seed of the part and of the moments; else a new one, which is printed
  … -- --case pulls/create#1:502-after  this one case; may be given several times
  … -- --jobs N                       so many processes; else as many as there are cores
  … -- --json                         one line of JSON at the end, nothing else

Exits with 0 when every run ended as it should, with 1 and the cases that did not otherwise, with 2 on wrong options.
`;

export interface Options {
  suite: 'faults' | 'cancels';
  help: boolean;
  json: boolean;
  quick: boolean;
  seed: number;
  jobs: number;
  /** Names of cases; empty means all. */
  cases: string[];
}

/** Throws on what is no option, with a sentence about it. */
export function readOptions(args: string[], newSeed: number): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      seed: { type: 'string' },
      jobs: { type: 'string' },
      case: { type: 'string', multiple: true, default: [] },
    },
  });
  const [suite] = positionals;
  if (suite !== 'faults' && suite !== 'cancels') throw new Error('say faults or cancels');
  const { help, json, quick } = values;
  return {
    suite,
    help,
    json,
    quick,
    seed: readNumber('seed', values.seed, newSeed),
    jobs: readNumber('jobs', values.jobs, availableParallelism()),
    cases: values.case.map((name) => nameOf(caseNamed(name))),
  };
}

function readNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${name} is "${text}": give a whole number from 1`);
}
