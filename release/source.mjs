import { readFileSync } from 'node:fs';
import { changesOf } from './changelog.mjs';
import { Refusal } from './command.mjs';
import { git, gitAgrees } from './git.mjs';
import { releaseOf } from './version.mjs';

const MAIN = 'refs/remotes/origin/main';

/** The checked-out commit, when it may be released under this tag. */
export function sourceOf(tag) {
  const release = releaseOf(tag);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (version !== release.version) {
    throw new Refusal(
      `The tag is ${tag} and package.json says ${version}: set the version on main first, then tag that commit.`,
    );
  }
  const changes = changesOf(version);
  const dirty = git(['status', '--porcelain']).split('\n').filter(Boolean);
  if (dirty.length > 0) {
    throw new Refusal(
      `The checkout is not clean (${dirty.map((line) => line.slice(3)).join(', ')}): only what is committed can be released.`,
    );
  }
  const commit = git(['rev-parse', 'HEAD']);
  if (!gitAgrees(['merge-base', '--is-ancestor', commit, MAIN])) {
    throw new Refusal(
      `Commit ${commit} is not on main: only what was reviewed there is released. Merge it, then tag the merged commit.`,
    );
  }
  return { ...release, commit, changes };
}
