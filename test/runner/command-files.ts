import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandStream } from './command-stream.ts';
import type { Masks } from './masks.ts';

/** Files by which an action speaks to the runner. Every phase gets its own. */
export interface CommandFiles {
  environment: Record<string, string>;
  /** Reads what the phase wrote, as the runner does when it has ended. */
  collect(stream: CommandStream, masks: Masks): CollectedFiles;
}

export interface CollectedFiles {
  outputs: Record<string, string>;
  state: Record<string, string>;
  env: Record<string, string>;
  paths: string[];
  summary: string;
}

/** Above this the runner drops a step's summary, says so, and the step goes on. */
const SUMMARY_LIMIT = 1024 * 1024;

export function commandFiles(runnerTemp: string): CommandFiles {
  const folder = join(runnerTemp, '_runner_file_commands');
  mkdirSync(folder, { recursive: true });
  const suffix = randomUUID();
  const create = (prefix: string) => {
    const path = join(folder, `${prefix}_${suffix}`);
    writeFileSync(path, '');
    return path;
  };
  const environment = {
    GITHUB_OUTPUT: create('set_output'),
    GITHUB_STATE: create('save_state'),
    GITHUB_ENV: create('set_env'),
    GITHUB_PATH: create('add_path'),
    GITHUB_STEP_SUMMARY: create('step_summary'),
  };
  return {
    environment,
    collect(stream, masks) {
      const pairs = (name: keyof typeof environment) => readPairs(name, read(environment[name]), stream);
      return {
        outputs: pairs('GITHUB_OUTPUT'),
        state: pairs('GITHUB_STATE'),
        env: withoutNodeOptions(pairs('GITHUB_ENV'), stream),
        paths: read(environment.GITHUB_PATH)
          .split('\n')
          .filter((line) => line !== ''),
        summary: readSummary(read(environment.GITHUB_STEP_SUMMARY), stream, masks),
      };
    },
  };
}

/** A file that the action removed is as good as an empty one. */
function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function readPairs(name: string, text: string, stream: CommandStream): Record<string, string> {
  try {
    return parsePairs(text);
  } catch (error) {
    const file = name.slice('GITHUB_'.length).toLowerCase();
    stream.fail(`Unable to process file command '${file}' successfully.`);
    stream.fail(error instanceof Error ? error.message : String(error));
    return {};
  }
}

/** Parses `name=value` lines and `name<<delimiter` blocks. Throws in the runner's words on anything else. */
export function parsePairs(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const [, name = '', sign, rest = ''] = /^(.*?)(=|<<)(.*)$/s.exec(line) ?? [];
    if (sign === undefined) throw new Error(`Invalid format '${line}'`);
    if (name === '') throw new Error(`Invalid format '${line}'. Name must not be empty`);
    const end = sign === '=' ? at : closingLine(lines, at, rest);
    pairs[name] = sign === '=' ? rest : lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return pairs;
}

function closingLine(lines: string[], start: number, delimiter: string): number {
  if (delimiter === '') throw new Error(`Invalid format '${lines[start]}'. Delimiter must not be empty`);
  const end = lines.indexOf(delimiter, start + 1);
  if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
  return end;
}

function withoutNodeOptions(env: Record<string, string>, stream: CommandStream): Record<string, string> {
  const { NODE_OPTIONS: refused, ...rest } = env;
  if (refused !== undefined) {
    const message = "Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.";
    stream.annotate('error', message);
  }
  return rest;
}

function readSummary(text: string, stream: CommandStream, masks: Masks): string {
  const size = Buffer.byteLength(text);
  if (size <= SUMMARY_LIMIT) return masks.apply(text);
  const message = `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${Math.floor(size / 1024)}k.`;
  stream.annotate('error', message);
  return '';
}
