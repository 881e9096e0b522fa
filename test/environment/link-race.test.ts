import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { openStage } from './stage.ts';

const ROUNDS = 400;
const SECRET = 'secret of the outside';

/** Swaps a folder and a link that leads outside, as fast as it can, until it is killed. */
const FLIPPER = `
  const { renameSync, rmSync } = require('node:fs');
  process.chdir(process.argv[1]);
  process.stdout.write('ready');
  // A tool may have made a folder of that name meanwhile, and may still be writing into it.
  function clear(name) { try { rmSync(name, { recursive: true, force: true }); } catch { /* again */ } }
  function move(from, to) {
    for (;;) try { return renameSync(from, to); } catch { clear(to); }
  }
  for (;;) { move('flip', 'folder'); move('link', 'flip'); move('flip', 'link'); move('folder', 'flip'); }`;

async function startFlipper(root: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', FLIPPER, root], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
}

/** A small generator with a seed, so that a failure can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

it('a folder that is swapped for a link while tools work lets nothing in or out', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const root = tempDir();
  const outside = tempDir();
  for (const folder of [root, outside]) mkdirSync(join(folder, 'flip', 'sub'), { recursive: true });
  writeFileSync(join(root, 'flip', 'a.txt'), 'inside');
  writeFileSync(join(outside, 'flip', 'a.txt'), SECRET);
  symlinkSync(join(outside, 'flip'), join(root, 'link'));
  // Our own search: ripgrep opens by path.
  const stage = openStage({ workspaceDir: root, env: { PATH: '/nonexistent' } });
  await startFlipper(root);
  const roll = dice(seed);
  const reads = { done: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const calls = [
      () => stage.call('read_file', { path: 'flip/a.txt' }),
      () => stage.call('write_file', { path: `flip/new-${round % 7}/b.txt`, content: 'x' }),
      () => stage.call('write_file', { path: 'flip/sub/b.txt', content: 'x' }),
      () => stage.call('edit_file', { path: 'flip/a.txt', old_string: 'inside', new_string: 'inside ' }),
      () => stage.call('edit_file', { path: 'flip/a.txt', old_string: 'secret', new_string: 'stolen' }),
      () => stage.call('grep', { pattern: 'secret|inside' }),
      () => stage.call('glob', { pattern: '**' }),
    ];
    const chosen = roll(calls.length);
    const { output, stop_reason } = (await calls[chosen]?.()) ?? {};
    expect(output, `seed ${seed}`).not.toContain(SECRET);
    if (chosen === 0) reads[stop_reason === 'completed' ? 'done' : 'refused'] += 1;
  }
  expect(readdirSync(join(outside, 'flip')), `seed ${seed}`).toEqual(['a.txt', 'sub']);
  expect(readdirSync(join(outside, 'flip', 'sub')), `seed ${seed}`).toEqual([]);
  expect(readFileSync(join(outside, 'flip', 'a.txt'), 'utf8'), `seed ${seed}`).toBe(SECRET);
  // Both sides of the race were met.
  expect(reads.done, `seed ${seed}`).toBeGreaterThan(0);
  expect(reads.refused, `seed ${seed}`).toBeGreaterThan(0);
}, 60_000);
