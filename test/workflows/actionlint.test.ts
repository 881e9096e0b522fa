import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { checkoutRoot } from '../github/checkout-root.ts';
import { tempDir } from '../support/temp.ts';
import { EXAMPLES, OWN } from './files.ts';

interface Finding {
  file: string;
  line: number;
  message: string;
}

/** What GitHub has and the linter, which is older, does not know. */
const NEWER = [
  'label "ubuntu-24.04" is unknown',
  'label "macos-15" is unknown',
  'unknown permission scope "attestations"',
];

async function lint(files: string[]): Promise<string[]> {
  const script = join(checkoutRoot(), 'test/workflows/actionlint.mjs');
  const options = { cwd: checkoutRoot(), timeout: 60_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...files], options);
  const found: Finding[] = JSON.parse(stdout);
  return found.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

it('finds nothing in our workflows and examples', async () => {
  expect(OWN).toContain('.github/workflows/release.yml');
  expect(EXAMPLES).toContain('examples/penguin.yml');
  const found = await lint([...OWN, ...EXAMPLES]);
  expect(found.filter((finding) => !NEWER.some((known) => finding.includes(known)))).toEqual([]);
  // What is excused does occur: the list does not outlive its reasons.
  expect(NEWER.filter((known) => !found.some((finding) => finding.includes(known)))).toEqual([]);
});

it('finds what is wrong in a bad one', async () => {
  const file = join(tempDir(), 'bad.yml');
  writeFileSync(
    file,
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    if: githb.actor\n    steps: [{ run: "true" }]\n',
  );
  expect(await lint([file])).toEqual([expect.stringContaining('undefined variable "githb"')]);
});

it('fails on a file that is no YAML', async () => {
  const file = join(tempDir(), 'broken.yml');
  writeFileSync(file, 'on: [push\njobs: {');
  await expect(lint([file])).rejects.toThrow('Command failed');
});
