import { Refusal } from './command.mjs';

const TAG = /^v((0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*))$/;

/** A release's tag taken apart; undefined for any other name. */
export function readTag(tag) {
  const match = TAG.exec(tag);
  if (match === null) return undefined;
  const [, version, major, minor, patch] = match;
  return {
    tag,
    version,
    numbers: [Number(major), Number(minor), Number(patch)],
    /** The tags that follow the newest release of their line. */
    aliases: [`v${major}`, `v${major}.${minor}`],
  };
}

export function releaseOf(tag) {
  const release = readTag(tag ?? '');
  if (release !== undefined) return release;
  throw new Refusal(`"${tag ?? ''}" is no release tag: it has the form v1.2.3, without anything behind it.`);
}

/** Whether version numbers `a` come after `b`. */
export function isNewer(a, b) {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at >= 0 && a[at] > b[at];
}
