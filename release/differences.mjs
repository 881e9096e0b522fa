import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the files that are not the same, byte by byte, in two folders. */
export function differences(one, other) {
  const names = new Set([one, other].flatMap((folder) => filesIn(folder)));
  return [...names].toSorted().filter((name) => !isSame(join(one, name), join(other, name)));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
}

function isSame(one, other) {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}
