import { lstat, opendir } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { realPathOf } from './real-path.ts';
import type { Walls } from './walls.ts';

const MAX_NAMES = 8;
/** A folder is read no further than this: the answer is a hint. */
const MAX_ENTRIES = 2_000;

/** What the model is told when `absolute` does not exist: the deepest folder on the way that does, and near names in it. */
export async function missingPathText(walls: Walls, absolute: string, shown: string): Promise<string> {
  const { real, rest } = await deepestExisting(absolute);
  walls.admit(real, shown);
  const near = nearNames(rest[0] ?? '', await namesIn(real));
  const hint =
    near.length === 0 ? 'Nothing in it has a similar name.' : `Near names in it: ${near.join(', ')}.`;
  return `${shown} does not exist. The deepest existing folder on the way is ${walls.show(real)}. ${hint}`;
}

/** The deepest ancestor that is a folder, resolved, and the names from there on. */
export async function deepestExisting(absolute: string): Promise<{ real: string; rest: string[] }> {
  for (let ancestor = dirname(absolute); ; ancestor = dirname(ancestor)) {
    const real = await realPathOf(ancestor);
    if (real === undefined || !(await lstat(real)).isDirectory()) continue;
    return { real, rest: relative(ancestor, absolute).split(sep) };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (names.push(entry.name) >= MAX_ENTRIES) break;
  }
  return names.sort();
}

function nearNames(sought: string, names: string[]): string[] {
  const limit = Math.max(2, Math.floor(sought.length / 3));
  return names
    .map((name) => ({ name, distance: distanceOf(sought.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}

/** How many letters must be added, dropped or changed to make one name of the other; 0 when one holds the other. */
function distanceOf(a: string, b: string): number {
  if (a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a))) return 0;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...a].entries()) {
    const next = [above + 1];
    for (const [left, other] of [...b].entries()) {
      const changed = (row[left] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[left + 1] ?? 0) + 1, (next[left] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
