/** A repository like ours, its bare origin, and the release's commands run in it as the workflow runs them. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { commitAll, type Files, git, write } from '../git/fixture.ts';
import { tempDir } from '../support/temp.ts';
import { type Ended, runScript, type Script } from './run-script.ts';

const CHANGES = `# Changes

## Unreleased

## 1.2.3 - 2026-12-01

### Added

- Penguins.

## [1.2.2] - 2026-11-01

- Ice.
`;

export interface ReleaseStage {
  /** The checkout, on main. */
  work: string;
  origin: string;
  /** What was built, outside the checkout. */
  dist: string;
  /** Commits on main, pushes, and gives the commit. */
  commit(files: Files): string;
  /** Says a version in package.json and CHANGELOG.md, and commits that. */
  bump(version: string): string;
  /** Commits of origin's tags by name. */
  tags(): Record<string, string>;
  run(script: Script, ...args: string[]): Promise<Ended>;
  publish(tag: string, env?: Record<string, string>): Promise<Ended>;
}

const manifest = (version: string) => JSON.stringify({ name: 'fixture', version, type: 'module' });

const FILES: Files = {
  'package.json': manifest('1.2.3'),
  'CHANGELOG.md': CHANGES,
  'action.yml': 'name: Fixture\nruns: { using: node24, main: dist/main.js }\n',
  LICENSE: 'free\n',
  'README.md': '# Fixture\n',
  'docs/action.md': '# The action\n',
  'action/main.ts': 'export {};\n',
  '.github/workflows/ci.yml': 'on: push\n',
  '.gitignore': '/dist/\n',
};

/** A checkout on version 1.2.3, pushed to an origin that has no tags. */
export function releaseStage(files?: Files): ReleaseStage {
  const folder = tempDir();
  const { work, origin, dist } = placesIn(folder);
  if (files === undefined) cpSync(template(), folder, { recursive: true });
  else init(folder, files);

  const commit = (changed: Files) => commitAndPush(work, changed);
  const run = (script: Script, ...args: string[]) => runScript(work, {}, script, args);
  return {
    work,
    origin,
    dist,
    commit,
    run,
    publish: (tag, env = {}) => runScript(work, env, 'publish', [tag, dist]),
    bump: (version) =>
      commit({ 'package.json': manifest(version), 'CHANGELOG.md': `${CHANGES}\n## ${version}\n\n- More.\n` }),
    tags() {
      const lines = git(origin, 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/tags').split(
        '\n',
      );
      return Object.fromEntries(lines.filter(Boolean).map((line) => line.split(' ')));
    },
  };
}

let made: string | undefined;
afterAll(() => {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
  made = undefined;
});

/** The usual stage, made once a test file: git is dearer than a copy. */
function template(): string {
  if (made === undefined) {
    made = mkdtempSync(join(tmpdir(), 'penguin-stage-'));
    init(made, FILES);
  }
  return made;
}

function placesIn(folder: string) {
  return { work: join(folder, 'work'), origin: join(folder, 'origin.git'), dist: join(folder, 'built') };
}

function init(folder: string, files: Files): void {
  const { work, origin, dist } = placesIn(folder);
  git(folder, 'init', '-q', '--bare', '--template=', origin);
  git(folder, 'init', '-q', '--template=', work);
  // From the checkout, so that a copy of both finds its own.
  git(work, 'remote', 'add', 'origin', '../origin.git');
  write(dist, { 'main.js': 'main();\n', 'chunk-1.js': 'chunk();\n' });
  commitAndPush(work, files);
}

function commitAndPush(work: string, files: Files): string {
  write(work, files);
  const id = commitAll(work, 'change');
  git(work, 'push', '-q', 'origin', 'main');
  return id;
}
