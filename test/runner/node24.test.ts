import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { findNode24 } from './node24.ts';

const node20 = { path: '/usr/bin/node', version: '20.20.2' };

/** Installs a file that names its installer, in two steps, so that a half-made folder could be seen. */
function installer(name: string, gate: Promise<void>) {
  return async (folder: string) => {
    const bin = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
    mkdirSync(bin, { recursive: true });
    await gate;
    writeFileSync(join(bin, 'node'), name);
  };
}

test('the running Node serves when it is new enough', async () => {
  const running = { path: '/opt/node', version: '24.1.0' };
  const refuse = () => Promise.reject(new Error('not to be called'));
  expect(await findNode24(tempDir(), running, refuse)).toEqual(running);
});

test('what was installed once is found again', async () => {
  const root = tempDir();
  const first = await findNode24(root, node20, installer('first', Promise.resolve()));
  const second = await findNode24(root, node20, installer('second', Promise.resolve()));
  expect(second).toEqual(first);
  expect(readFileSync(first.path, 'utf8')).toBe('first');
});

test('of two that install at once one is first, and nothing half-made is ever in place', async () => {
  const root = tempDir();
  const place = join(root, 'tools', 'node24');
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const both = Promise.all(['a', 'b'].map((name) => findNode24(root, node20, installer(name, gate))));
  expect(existsSync(place)).toBe(false);
  open();
  const [one, other] = await both;
  expect(one).toEqual(other);
  expect(['a', 'b']).toContain(readFileSync(one?.path ?? '', 'utf8'));
  expect(readdirSync(join(root, 'tools'))).toEqual(['node24']);
});

test('without a network the running Node serves, with a note of one line', async () => {
  const root = tempDir();
  const offline = () => Promise.reject(new Error('ENOTFOUND registry.npmjs.org\nmore'));
  const found = await findNode24(root, node20, offline);
  expect(found).toMatchObject(node20);
  expect(found.note).toMatch(
    /^Node 24\.21\.0 could not be fetched \(ENOTFOUND.*\): running on Node 20\.20\.2$/,
  );
  expect(readdirSync(join(root, 'tools'))).toEqual([]);
});
