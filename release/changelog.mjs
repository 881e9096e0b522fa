import { readFileSync } from 'node:fs';
import { Refusal } from './command.mjs';

/** What CHANGELOG.md says of a version, without its heading. */
export function changesOf(version) {
  const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const section = sections.find((text) => /^\[?([^\s\]]+)/.exec(text)?.[1] === version);
  const changes = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (changes !== '') return changes;
  throw new Refusal(
    `CHANGELOG.md has no section "## ${version}" with text in it: name there what changed, on main, and tag that commit.`,
  );
}
