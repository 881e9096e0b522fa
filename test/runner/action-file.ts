import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';

/** What the runner takes from an action.yml. Paths are absolute. */
export interface ActionFile {
  main: string;
  post: string | undefined;
  /** Defaults by input name, as they stand in the file; an input without one has ''. */
  inputs: Record<string, string>;
  outputs: string[];
}

export function readActionFile(path: string): ActionFile {
  const file = record(parse(readFileSync(path, 'utf8')), path);
  const runs = record(file.runs, `${path}: runs`);
  const unsupported = ['pre', 'pre-if', 'post-if'].filter((key) => runs[key] !== undefined);
  if (unsupported.length > 0) {
    throw new Error(`${path}: this runner does not know runs.${unsupported.join(', runs.')}`);
  }
  if (!/^node(20|24)$/.test(String(runs.using))) {
    throw new Error(`${path}: runs.using is ${runs.using}, not node24`);
  }
  const script = (name: unknown) => resolve(dirname(path), String(name));
  return {
    main: script(runs.main),
    post: runs.post === undefined ? undefined : script(runs.post),
    inputs: Object.fromEntries(
      Object.entries(record(file.inputs ?? {}, `${path}: inputs`)).map(inputDefault),
    ),
    outputs: Object.keys(record(file.outputs ?? {}, `${path}: outputs`)),
  };
}

function inputDefault([name, input]: [string, unknown]): [string, string] {
  const preset = record(input ?? {}, name).default;
  return [name, preset === undefined || preset === null ? '' : String(preset)];
}

function record(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${where} is no mapping`);
  }
  return value as Record<string, unknown>;
}

/** INPUT_… variables: what was given, else the default, in which `${{ github.… }}` is looked up in `context`. */
export function inputVariables(
  action: ActionFile,
  given: Record<string, string>,
  context: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(action.inputs).map(([name, preset]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      given[name] ?? evaluate(preset, context),
    ]),
  );
}

function evaluate(text: string, context: Record<string, string>): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const value = context[expression];
    if (value === undefined) {
      throw new Error(`this runner cannot evaluate \${{ ${expression} }} in an input's default`);
    }
    return value;
  });
}
