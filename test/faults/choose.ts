import { CANCEL_KINDS, type Case, FAULT_KINDS, fits, nameOf } from './case.ts';
import type { Options } from './options.ts';

/** How many cases are played of all, when there is little time. */
const QUICK_CASES = 24;
const MOMENTS = 50;

/** The cases of a suite. `calls` and `changes` are those of a run in which nothing goes wrong. */
export function chooseCases(
  { suite, quick, seed, cases }: Options,
  { calls, changes }: { calls: readonly string[]; changes: number },
): string[] {
  if (cases.length > 0) return cases;
  const random = randomOf(seed);
  const toGitHub = calls.filter((call) => !call.startsWith('model#'));
  const all: Case[] =
    suite === 'faults'
      ? toGitHub.flatMap((call) => FAULT_KINDS.map((kind) => ({ call, kind })))
      : [
          ...calls.flatMap((call) => CANCEL_KINDS.map((kind) => ({ call, kind }))),
          ...moments(changes, random),
        ];
  const names = all.filter(fits).map(nameOf);
  return quick ? sample(names, random) : names;
}

function moments(changes: number, random: () => number): Case[] {
  return Array.from({ length: MOMENTS }, () => ({
    call: `moment#${1 + Math.floor(random() * changes)}`,
    kind: 'cancel',
  }));
}

function sample(names: readonly string[], random: () => number): string[] {
  const left = [...names];
  const count = Math.min(QUICK_CASES, left.length);
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
