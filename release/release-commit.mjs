import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from './command.mjs';
import { git } from './git.mjs';

/**
 * What a tag holds beside dist/: what GitHub reads (action.yml, package.json for the kind of its modules) and what people read.
 * No sources, so that a run downloads little, and no workflows, which the run's token may not push.
 */
const SHIPPED = [
  'action.yml',
  'package.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'examples',
];

const AUTHOR = ['github-actions[bot]', '41898282+github-actions[bot]@users.noreply.github.com'];

/**
 * Makes the commit that a release's tags name: without parents, on no branch. All of it, time and author too, comes from the
 * source commit and the built files, so that anybody who builds the same source gets the same id.
 */
export function releaseCommit(source, distDir) {
  const folder = mkdtempSync(join(tmpdir(), 'penguin-release-'));
  try {
    const index = { env: { GIT_INDEX_FILE: join(folder, 'index') } };
    const entries = [...shippedEntries(source.commit), ...distEntries(distDir)];
    git(['update-index', '-z', '--index-info'], { ...index, input: entries.map((e) => `${e}\0`).join('') });
    const tree = git(['write-tree'], index);
    return commitOf(tree, source);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shippedEntries(commit) {
  return git(['ls-tree', '-r', '-z', commit, '--', ...SHIPPED])
    .split('\0')
    .filter(Boolean);
}

function distEntries(distDir) {
  const files = readdirSync(distDir, { recursive: true })
    .filter((name) => statSync(join(distDir, name)).isFile())
    .toSorted();
  if (!files.includes('main.js')) {
    throw new Refusal(`${distDir} holds no main.js: build it with node release/build-twice.mjs first.`);
  }
  const paths = files.map((name) => join(distDir, name));
  const ids = git(['hash-object', '-w', '--no-filters', '--stdin-paths'], { input: paths.join('\n') });
  return ids.split('\n').map((id, at) => `100644 ${id}\tdist/${files[at]}`);
}

function commitOf(tree, { tag, commit }) {
  const [name, email] = AUTHOR;
  const date = git(['show', '-s', '--format=%cI', commit]);
  return git(['commit-tree', tree, '-m', tag, '-m', `Built from ${commit}.`], {
    env: {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
      GIT_COMMITTER_DATE: date,
    },
  });
}
