import type { InputName } from './house.ts';

/** How people write settings where they start a run: the same problem is mended by lines of a workflow here and by flags there. */
export interface Wording {
  /** A setting's name where a sentence begins. */
  subject(name: InputName): string;
  /** The same inside a sentence. */
  object(name: InputName): string;
  /** What to do so that a setting has a value. */
  add(name: InputName, value: string): string;
  /** What to do so that the key of a provider is there; `variable` is its usual name. */
  addKey(variable: string): string;
  /** What to do where neither provider nor model is set. */
  addProvider: string;
  /** What else would do: something in the configuration file, where that is read. */
  or(inConfiguration: string): string;
  /** What to do where commands may really run without a sandbox. */
  addUnsafe: string;
}

/** How a workflow names a secret. */
export function secretNamed(name: string): string {
  return `\${{ secrets.${name} }}`;
}

export const WORKFLOW: Wording = {
  subject: (name) => `Input ${name}`,
  object: (name) => `the input ${name}`,
  add: (name, value) => `add the line \`${name}: ${value}\` under \`with:\` in the workflow`,
  addKey: (variable) =>
    `add the secret ${variable} to the repository and the line \`api-key: ${secretNamed(variable)}\` under \`with:\` in the workflow`,
  addProvider: `add the lines \`provider: <name>\`, \`model: <name>\` and \`api-key: ${secretNamed('<NAME>_API_KEY')}\` under \`with:\` in the workflow`,
  or: (inConfiguration) => `, or ${inConfiguration}`,
  addUnsafe: 'set `unsafe: true` beside it',
};

export const COMMAND_LINE: Wording = {
  subject: (name) => `--${name}`,
  object: (name) => `--${name}`,
  add: (name, value) => `add \`--${name} ${value}\``,
  addKey: (variable) => `set ${variable} or PENGUIN_API_KEY in the environment`,
  addProvider:
    'add `--provider <name> --model <name>` and set the variable of its key; `penguin run --help` lists the providers',
  or: () => '',
  addUnsafe: 'add `--unsafe` beside it',
};
