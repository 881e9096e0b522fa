/** The release's tags, on a real origin. */
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, write } from '../git/fixture.ts';
import { gitBackend, serve } from '../git/http-remote.ts';
import { runScript } from './run-script.ts';
import { type ReleaseStage, releaseStage } from './stage.ts';

describe('a first release', () => {
  it('sets the version’s tag and the two that follow it to one commit, which is on no branch', async () => {
    const stage = releaseStage();
    const source = git(stage.work, 'rev-parse', 'HEAD');
    const ended = await stage.publish('v1.2.3');
    const { 'v1.2.3': released, ...aliases } = stage.tags();
    expect(ended).toEqual({
      exitCode: 0,
      output: `Set v1.2.3, v1, v1.2 to ${released}, built from ${source}.`,
    });
    expect(aliases).toEqual({ v1: released, 'v1.2': released });
    expect(git(stage.origin, 'show', '-s', '--format=%P|%an|%B', 'v1')).toBe(
      `|github-actions[bot]|v1.2.3\n\nBuilt from ${source}.`,
    );
    expect(git(stage.origin, 'rev-parse', 'main')).toBe(source);
    expect(git(stage.work, 'status', '--porcelain')).toBe('');
  });

  it('ships dist/ and what people read, and neither sources nor workflows', async () => {
    const stage = releaseStage();
    await stage.publish('v1.2.3');
    expect(git(stage.origin, 'ls-tree', '-r', '--name-only', 'v1.2.3').split('\n')).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'action.yml',
      'dist/chunk-1.js',
      'dist/main.js',
      'docs/action.md',
      'package.json',
    ]);
    expect(git(stage.origin, 'show', 'v1.2.3:dist/main.js')).toBe('main();');
  });

  it('has the same id wherever the same source is built', async () => {
    const stage = releaseStage();
    await stage.publish('v1.2.3');
    const elsewhere = join(stage.work, '..', 'elsewhere');
    git(stage.work, 'clone', '-q', stage.origin, elsewhere);
    const again = await runScript(elsewhere, { TZ: 'Asia/Tokyo' }, 'publish', ['v1.2.3', stage.dist]);
    expect(again.output).toBe(`v1.2.3 is released already: ${stage.tags().v1}.`);
  });

  it('moves a tag that a person set on the source, even an annotated one', async () => {
    const stage = releaseStage();
    git(stage.work, 'tag', '-a', '-m', 'by hand', 'v1.2.3');
    git(stage.work, 'push', '-q', 'origin', 'v1.2.3');
    expect(await stage.publish('v1.2.3')).toMatchObject({ exitCode: 0 });
    const { 'v1.2.3': released, v1 } = stage.tags();
    expect(released).toBe(v1);
  });
});

describe('a second release', () => {
  it('moves v1 and v1.2, and leaves the first version where it is', async () => {
    const stage = releaseStage();
    await stage.publish('v1.2.3');
    const first = stage.tags()['v1.2.3'];
    stage.bump('1.2.4');
    expect((await stage.publish('v1.2.4')).output).toContain('Set v1.2.4, v1, v1.2 to');
    const { 'v1.2.4': second } = stage.tags();
    expect(second).not.toBe(first);
    expect(stage.tags()).toEqual({ 'v1.2.3': first, 'v1.2.4': second, v1: second, 'v1.2': second });
  });

  it('of an older line moves that line only', async () => {
    const stage = releaseStage();
    stage.bump('1.10.0');
    await stage.publish('v1.10.0');
    const newest = stage.tags().v1;
    stage.bump('1.9.1');
    expect((await stage.publish('v1.9.1')).output).toContain('Set v1.9.1, v1.9 to');
    expect(stage.tags().v1).toBe(newest);
  });

  it('run again finds nothing to do', async () => {
    const stage = releaseStage();
    await stage.publish('v1.2.3');
    const before = stage.tags();
    const again = await stage.publish('v1.2.3');
    expect(again).toEqual({ exitCode: 0, output: `v1.2.3 is released already: ${before['v1.2.3']}.` });
    expect(stage.tags()).toEqual(before);
  });

  it('with the first one’s version and other content is refused, and no tag moves', async () => {
    const stage = releaseStage();
    await stage.publish('v1.2.3');
    const before = stage.tags();
    writeFileSync(join(stage.dist, 'main.js'), 'other();\n');
    const refused = await stage.publish('v1.2.3');
    expect(refused.exitCode).toBe(1);
    expect(refused.output).toBe(
      `v1.2.3 is there already and holds something else (${before['v1.2.3']}): a released version never changes. Release the next version.`,
    );
    expect(stage.tags()).toEqual(before);
  });
});

describe('what must not be released', () => {
  it.each([
    ['v1.2.4', 'The tag is v1.2.4 and package.json says 1.2.3: set the version on main first'],
    ['1.2.3', '"1.2.3" is no release tag'],
    ['v1.2.3-rc.1', '"v1.2.3-rc.1" is no release tag'],
    ['v1.2.3\n--force', 'is no release tag'],
  ])('%j is refused with a sentence', async (tag, sentence) => {
    const stage = releaseStage();
    expect(await stage.run('check', tag)).toEqual({
      exitCode: 1,
      output: expect.stringContaining(sentence),
    });
  });

  it('is refused by publishing as by checking', async () => {
    const stage = releaseStage();
    expect(await stage.publish('v1.2.4')).toEqual(await stage.run('check', 'v1.2.4'));
    expect(stage.tags()).toEqual({});
  });

  it('is a version of which CHANGELOG.md says nothing', async () => {
    const stage = releaseStage();
    stage.commit({ 'CHANGELOG.md': '# Changes\n\n## 1.2.3\n\n## 1.2.2\n\n- Ice.\n' });
    const ended = await stage.run('check', 'v1.2.3');
    expect(ended).toEqual({
      exitCode: 1,
      output: expect.stringContaining('no section "## 1.2.3" with text'),
    });
  });

  it('is a checkout with uncommitted files', async () => {
    const stage = releaseStage();
    write(stage.work, { 'README.md': 'changed\n', 'new.ts': 'new\n' });
    const ended = await stage.publish('v1.2.3');
    expect(ended).toEqual({ exitCode: 1, output: expect.stringContaining('not clean (README.md, new.ts)') });
    expect(stage.tags()).toEqual({});
  });

  it('is a commit that is not on main', async () => {
    const stage = releaseStage();
    git(stage.work, 'commit', '-q', '--allow-empty', '-m', 'nobody reviewed this');
    const ended = await stage.publish('v1.2.3');
    expect(ended).toEqual({ exitCode: 1, output: expect.stringContaining('is not on main') });
    expect(stage.tags()).toEqual({});
  });

  it('is a folder without the built action', async () => {
    const stage = releaseStage();
    const ended = await stage.run('publish', 'v1.2.3', join(stage.work, 'docs'));
    expect(ended).toEqual({ exitCode: 1, output: expect.stringContaining('holds no main.js') });
  });
});

it('what may be released is said with its commit', async () => {
  const stage = releaseStage();
  const head = git(stage.work, 'rev-parse', 'HEAD');
  const ended = await stage.run('check', 'v1.2.3');
  expect(ended).toEqual({ exitCode: 0, output: `v1.2.3 may be released from ${head}.` });
});

it.each([
  ['v1.2.3', '### Added\n\n- Penguins.'],
  ['v1.2.2', '- Ice.'],
])('the notes of %s are its section of CHANGELOG.md', async (tag, notes) => {
  expect(await releaseStage().run('notes', tag)).toEqual({ exitCode: 0, output: notes });
});

it('the token goes to origin in a header, and is in no output', async () => {
  const stage = releaseStage();
  const seen = new Set<string | undefined>();
  await serveOrigin(stage, (request) => seen.add(request.headers.authorization));
  const ended = await stage.publish('v1.2.3', { GITHUB_TOKEN: 'ghs_secret' });
  expect(ended).toMatchObject({ exitCode: 0, output: expect.not.stringContaining('ghs_secret') });
  expect([...seen]).toEqual([`Basic ${Buffer.from('x-access-token:ghs_secret').toString('base64')}`]);
  expect(Object.keys(stage.tags())).toEqual(['v1', 'v1.2', 'v1.2.3']);
});

it('a tag that somebody moves in the middle stays, and no other is set', async () => {
  const stage = releaseStage();
  await stage.publish('v1.2.3');
  stage.bump('1.2.4');
  await serveOrigin(stage, ({ url }) => {
    if (url?.endsWith('service=git-receive-pack')) git(stage.origin, 'update-ref', 'refs/tags/v1', 'main');
  });
  const ended = await stage.publish('v1.2.4');
  expect(ended).toEqual({
    exitCode: 1,
    output: expect.stringContaining('origin set none of v1.2.4, v1, v1.2'),
  });
  const { 'v1.2.3': first, ...others } = stage.tags();
  expect(others).toEqual({ v1: git(stage.origin, 'rev-parse', 'main'), 'v1.2': first });
});

/** Puts origin behind HTTP; `look` sees each request before it is answered. */
async function serveOrigin({ origin, work }: ReleaseStage, look: (request: IncomingMessage) => void) {
  const address = await serve((request, response) => {
    look(request);
    gitBackend(join(origin, '..'), request, response);
  });
  git(origin, 'config', 'http.receivepack', 'true');
  git(work, 'remote', 'set-url', 'origin', `${address}/origin.git`);
}
