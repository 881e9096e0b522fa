import { type BytePath, joinNul, splitNul } from './byte-path.ts';
import type { BoundGit } from './run.ts';

/** Which of the paths have a content filter by the attributes files in the index of `index`. */
export async function filteredPaths(index: BoundGit, paths: readonly BytePath[]): Promise<Set<BytePath>> {
  if (paths.length === 0) return new Set();
  const asked = ['check-attr', '--cached', '-z', '--stdin', 'filter'];
  const answers = splitNul((await index(asked, { input: joinNul(paths) })).stdout);
  const filtered = new Set<BytePath>();
  // Answers are triples: path, attribute, value.
  for (let at = 0; at + 2 < answers.length; at += 3) {
    const [path = '', , value = ''] = answers.slice(at, at + 3);
    if (!NO_FILTER.has(value)) filtered.add(path);
  }
  return filtered;
}

/** A filter needs a name; these are what git says where there is none. */
const NO_FILTER: ReadonlySet<string> = new Set(['unspecified', 'unset', 'set']);
