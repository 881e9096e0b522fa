import { Refusal } from './command.mjs';
import { git } from './git.mjs';
import { isNewer, readTag } from './version.mjs';

/** The remote's tags by name: the object that the ref names, and the commit that it comes to (an annotated tag's differ). */
export function readTags(env) {
  const tags = new Map();
  const lines = git(['ls-remote', '--tags', 'origin'], { env }).split('\n').filter(Boolean);
  for (const line of lines) {
    const [, object, name, peeled] = /^(\S+)\trefs\/tags\/(.*?)(\^\{\})?$/.exec(line) ?? [];
    if (peeled === undefined) tags.set(name, { object, commit: object });
    else tags.set(name, { ...tags.get(name), commit: object });
  }
  return tags;
}

/**
 * The tags that have to be set to `released`, each with the object that it must still name when that happens. The release's
 * own tag is made, or moved off the bare source that a person tagged; once released it never changes.
 */
export function planTags({ released, source, tags }) {
  const { tag, aliases } = source;
  const standing = tags.get(tag)?.commit;
  if (standing !== undefined && standing !== released && standing !== source.commit) {
    throw new Refusal(
      `${tag} is there already and holds something else (${standing}): a released version never changes. Release the next version.`,
    );
  }
  const follow = aliases.filter((alias) => isNewestOf(alias, source, tags));
  return [tag, ...follow]
    .filter((name) => tags.get(name)?.commit !== released)
    .map((name) => ({ name, expected: tags.get(name)?.object ?? '' }));
}

/** Whether no newer release is of the alias's line. */
function isNewestOf(alias, { numbers }, tags) {
  const others = [...tags.keys()].map(readTag).filter((release) => release?.aliases.includes(alias));
  return !others.some((release) => isNewer(release.numbers, numbers));
}

/** Sets all of them or none; a tag that somebody moved meanwhile stops it. */
export function pushTags(plan, released, env) {
  const leases = plan.map(({ name, expected }) => `--force-with-lease=refs/tags/${name}:${expected}`);
  const refs = plan.map(({ name }) => `${released}:refs/tags/${name}`);
  try {
    git(['push', '--quiet', '--atomic', ...leases, 'origin', ...refs], { env });
  } catch (error) {
    if (error.status === undefined) throw error;
    throw new Refusal(
      `origin set none of ${plan.map(({ name }) => name).join(', ')} (git says why above): somebody moved a tag meanwhile, or a rule forbids it. Run it again, or look at the rules for tags.`,
    );
  }
}
