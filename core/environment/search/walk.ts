import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isGitName } from '../files/path-rules.ts';
import type { OpenedPath, Workspace } from '../workspace-path.ts';
import { type IgnoreRules, noRules } from './ignore-rules.ts';

/** A rules file longer than this is not honoured. */
const MAX_RULES_BYTES = 1024n * 1024n;

/** The files below `start` (a checked path), by path. Folders are opened one by one through the Workspace's walls. */
export async function* walkFiles(
  workspace: Workspace,
  start: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const rules = await rulesAbove(workspace, start);
  yield* walk(workspace, start, rules, signal);
}

async function* walk(
  workspace: Workspace,
  folder: string,
  outer: IgnoreRules,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const entries = await entriesOf(workspace, folder);
  const rules = await rulesIn(workspace, folder, entries, outer);
  for (const entry of entries) {
    if (signal.aborted) return;
    const path = below(folder, entry.name);
    if (isGitName(entry.name)) continue;
    if (entry.isFile() && !rules.exclude(path)) yield path;
    if (entry.isDirectory() && !rules.exclude(`${path}/`)) yield* walk(workspace, path, rules, signal);
  }
}

async function rulesAbove(workspace: Workspace, start: string): Promise<IgnoreRules> {
  if (start === '.' || start.startsWith('/')) return noRules;
  let rules = noRules;
  const names = start.split('/').slice(0, -1);
  for (let depth = 0; depth <= names.length; depth += 1) {
    const folder = names.slice(0, depth).join('/') || '.';
    rules = await rulesIn(workspace, folder, await entriesOf(workspace, folder), rules);
  }
  return rules;
}

async function rulesIn(
  workspace: Workspace,
  folder: string,
  entries: Dirent[],
  outer: IgnoreRules,
): Promise<IgnoreRules> {
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return outer;
  const file = await orNothing(workspace.open(below(folder, '.gitignore'), 'file'));
  if (file === undefined) return outer;
  try {
    return file.stats.size > MAX_RULES_BYTES
      ? outer
      : outer.within(folder, await file.handle.readFile('utf8'));
  } finally {
    await file.handle.close();
  }
}

async function entriesOf(workspace: Workspace, folder: string): Promise<Dirent[]> {
  const opened = await orNothing(workspace.open(folder, 'folder'));
  if (opened === undefined) return [];
  try {
    const entries = await readdir(opened.anchor, { withFileTypes: true });
    return entries.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  } finally {
    await opened.handle.close();
  }
}

function below(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

/** What vanished meanwhile or may not be read is not searched: a search is no inventory. */
function orNothing(opening: Promise<OpenedPath>): Promise<OpenedPath | undefined> {
  return opening.catch(() => undefined);
}
