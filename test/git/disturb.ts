import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers from 0 to 1 that a seed repeats. */
export function randomSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 2 ** 31;
  };
}

const PLACES = ['a/1', 'a/2', 'a', 'b/1', 'b/2/x', 'c', 'd', 'ignored', 'e/ignored.txt', 'sp ace/ü'];

/** Does one thing that people do to files: write, delete, link, make executable, move. */
export function disturb(folder: string, random: () => number): void {
  const place = PLACES[Math.floor(random() * PLACES.length)] ?? 'c';
  const file = join(folder, place);
  const act = Math.floor(random() * 5);
  makeRoom(folder, place);
  if (act === 0) return;
  if (act === 1) symlinkSync('c', file);
  else writeFileSync(file, String(Math.floor(random() * 4)));
  if (act === 2) chmodSync(file, 0o755);
  if (act === 3) renameSync(file, join(folder, 'moved'));
}

function makeRoom(folder: string, place: string): void {
  let path = folder;
  for (const part of place.split('/').slice(0, -1)) {
    path = join(path, part);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) rmSync(path, { force: true });
    mkdirSync(path, { recursive: true });
  }
  rmSync(join(folder, place), { recursive: true, force: true });
}
