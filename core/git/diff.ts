import { assertObjectId } from './object-id.ts';
import type { SealedDir } from './sealed-dir.ts';

export interface DiffRequest {
  from: string;
  to: string;
  /** Of the patch. */
  maxBytes: number;
}

export interface Patch {
  /** Unified; binary files are named only. */
  text: string;
  /** Cut after the last whole line that fits. */
  truncated: boolean;
}

/** Nothing in the repository can run a program here or hide a file from the patch: attributes are not read. */
export async function diffTrees(
  { objects }: SealedDir,
  { from, to, maxBytes }: DiffRequest,
  signal?: AbortSignal,
): Promise<Patch> {
  assertObjectId(from, 'tree');
  assertObjectId(to, 'tree');
  const args = ['diff-tree', '-r', '-p', '--no-renames', '--no-ext-diff', '--no-textconv', from, to];
  const config = [['core.quotePath', 'false']] as const;
  const { stdout, cut } = await objects(args, { config, maxBytes, overflow: 'cut', signal });
  const whole = cut ? stdout.subarray(0, stdout.lastIndexOf('\n') + 1) : stdout;
  return { text: whole.toString('utf8'), truncated: cut };
}
