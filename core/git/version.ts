export type GitVersion = readonly [major: number, minor: number];

/** Reads `git version 2.39.5 (Apple Git-154)` and its like. */
export function parseVersion(text: string): GitVersion | undefined {
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}

export function atLeast([major, minor]: GitVersion, needed: GitVersion): boolean {
  return major > needed[0] || (major === needed[0] && minor >= needed[1]);
}
