import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { checkoutRoot } from '../github/checkout-root.ts';

export interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
  env?: Record<string, unknown>;
}

export interface Job {
  if?: string;
  permissions?: Record<string, 'read' | 'write' | 'none'>;
  'timeout-minutes'?: number;
  concurrency?: unknown;
  steps: Step[];
}

/** A workflow file, read as GitHub reads it, with its text for what only stands in comments. */
export interface WorkflowFile {
  /** Path from the project's folder. */
  name: string;
  text: string;
  on: Record<string, { types?: string[] } | null>;
  permissions?: Record<string, string> | string;
  concurrency?: unknown;
  'run-name'?: string;
  jobs: Record<string, Job>;
}

export function readWorkflow(name: string): WorkflowFile {
  const text = readFileSync(join(checkoutRoot(), name), 'utf8');
  return { ...parse(text), name, text };
}

/** Workflows that we run. */
export const OWN = filesIn('.github/workflows');
/** Workflows that people copy; the configuration beside them is none. */
export const EXAMPLES = filesIn('examples').filter((name) => !name.endsWith('-config.yml'));

function filesIn(folder: string): string[] {
  const names = readdirSync(join(checkoutRoot(), folder)).filter((name) => /\.ya?ml$/.test(name));
  return names.map((name) => `${folder}/${name}`);
}
