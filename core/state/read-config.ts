import type { Config } from './config.ts';

/** Where the configuration stands unless somebody says otherwise. */
export const CONFIG_PATH = '.github/penguin.yml';

/** A configuration is written by hand: what is larger is something else. */
const MAX_CONFIG_BYTES = 64 * 1024;

export type FileReading =
  | { kind: 'file'; bytes: Uint8Array }
  | { kind: 'missing' }
  /** Something stands there, but no plain file of that size at most; `reason` completes "it is …". */
  | { kind: 'unusable'; reason: string };

/**
 * Reads one file as it is on the default branch, where only people with write access put files; a checkout may hold anybody's. On a person's
 * own machine the working tree stands for it. `path` is relative and leaves the root nowhere. Contract: no link is followed, and nothing of a
 * file larger than `maxBytes` is read.
 */
export type ReadDefaultBranchFile = (path: string, maxBytes: number) => Promise<FileReading>;

export type ConfigReading =
  | { kind: 'config'; config: Config }
  | { kind: 'missing' }
  /** One sentence a mistake. */
  | { kind: 'wrong'; problem: string };

/** Reads the configuration at `path`. What understands it is loaded only when there is one. */
export async function readConfig(readFile: ReadDefaultBranchFile, path: string): Promise<ConfigReading> {
  if (!staysInside(path)) {
    return wrong(
      `The configuration file "${path}" is no path inside the repository: write it like ${CONFIG_PATH}.`,
    );
  }
  const reading = await readFile(path, MAX_CONFIG_BYTES);
  switch (reading.kind) {
    case 'missing':
      return reading;
    case 'unusable':
      return wrong(
        `The configuration file ${path} is ${reading.reason}: make it a plain file of 64 KiB at most.`,
      );
    case 'file': {
      const text = decode(reading.bytes);
      if (text === undefined) return wrong(`The configuration file ${path} is not UTF-8: save it as UTF-8.`);
      const { parseConfig } = await import('./parse-config.ts');
      return parseConfig(text, path);
    }
  }
}

function wrong(problem: string): ConfigReading {
  return { kind: 'wrong', problem };
}

function staysInside(path: string): boolean {
  return !/[\\\p{Cc}]/u.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
