import { parseArgs } from 'node:util';
import { isSectionName, type SectionName, sectionNames } from './sections.ts';

export const HELP = `The bench: what the product costs beside a bare Node program that does the same work in the same run.

  npm run bench                      every figure, about ten minutes
  npm run bench -- --quick           few rounds, within a minute
  npm run bench -- --only turn,trace some of: ${sectionNames().join(', ')}
  npm run bench -- --json            only the JSON document on stdout, no table on stderr

Every figure carries its aim and whether it is met. Exits with 0 whatever was measured, with 1 when something
could not be measured, with 2 on wrong options.
`;

export interface Options {
  help: boolean;
  json: boolean;
  quick: boolean;
  only: SectionName[];
}

/** Throws on options that are not known, with what is known. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: sectionNames().join(',') },
    },
  });
  return { ...values, only: [...new Set(values.only.split(',').map(sectionName))] };
}

function sectionName(name: string): SectionName {
  if (isSectionName(name)) return name;
  throw new Error(`there is no section "${name}": choose from ${sectionNames().join(', ')}`);
}
