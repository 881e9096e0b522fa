/** What a release ships, from this project's own sources: the same bytes wherever it is built, and whole without anything else. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { git } from '../git/fixture.ts';
import { checkoutRoot } from '../github/checkout-root.ts';
import { setUpMainJob } from '../main-job/set-up.ts';
import { tempDir } from '../support/temp.ts';
import { stageOfOurSources } from './own-sources.ts';
import { playWorkflow } from './play-workflow.ts';

it('the release workflow’s steps, played in order, give a tag that runs the main job by itself', {
  timeout: 180_000,
}, async () => {
  const stage = stageOfOurSources();
  stage.bump('1.2.3');
  const played = await playWorkflow(stage, 'v1.2.3');
  const notes = join(played.temp, 'notes.md');
  const made = `release create v1.2.3 --verify-tag --title v1.2.3 --notes-file ${notes}`;
  expect(played.asked()).toEqual(['release view v1.2.3', made]);
  expect(readFileSync(notes, 'utf8')).toBe('### Added\n\n- Penguins.\n');
  const tags = stage.tags();
  await played.publishAgain();
  expect(stage.tags()).toEqual(tags);
  expect(played.asked().slice(2)).toEqual(['release view v1.2.3']);

  const exported = join(tempDir(), 'penguin-agent-1');
  git(stage.origin, 'clone', '-q', '--branch', 'v1', stage.origin, exported);
  const names = readdirSync(exported, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /node_modules|^core|^\.github|meta\.json/.test(name))).toEqual([]);
  expectLinksToLead(exported);
  expectLicences(exported);

  const job = await setUpMainJob({ directory: tempDir() });
  onTestFinished(() => job.close());
  await job.checkOut();
  const run = await job.run({ action: join(exported, 'action.yml') });
  expect(run).toMatchObject({ conclusion: 'success', faults: [], outputs: { outcome: 'changed' } });
});

it('a build that depends on its folder is caught', { timeout: 120_000 }, async () => {
  const stage = stageOfOurSources();
  const source = readFileSync(join(stage.work, 'build.mjs'), 'utf8');
  const leaky = source.replace('bundle: true,', "bundle: true, footer: { js: '//' + root },");
  stage.commit({ 'build.mjs': leaky });
  // Only what is committed is built.
  writeFileSync(join(stage.work, 'build.mjs'), 'process.exit(1);\n');
  const ended = await stage.run('build-twice', stage.dist);
  expect(ended).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^Two builds of the same commit differ in .*main\.js.*look for a path/),
  });
  expect(readFileSync(join(stage.dist, 'main.js'), 'utf8')).toBe('main();\n');
});

/** README's links lead in the tag wherever they lead here. */
function expectLinksToLead(exported: string): void {
  const links = readFileSync(join(exported, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)\)/g);
  const ours = [...links]
    .map(([, target = '']) => target)
    .filter((at) => existsSync(join(checkoutRoot(), at)));
  expect(ours.length).toBeGreaterThan(8);
  expect(ours.filter((target) => !existsSync(join(exported, target)))).toEqual([]);
}

/** One package of each way to get into the bundle: imported, imported late, only by another package. */
function expectLicences(exported: string): void {
  const licences = readFileSync(join(exported, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['zod', 'openai', 'undici']) {
    expect(licences).toMatch(new RegExp(`^${name} \\d[\\d.]* \\(`, 'm'));
  }
  expect(licences).toContain('Apache License');
}
