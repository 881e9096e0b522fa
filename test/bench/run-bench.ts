import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24 } from '../runner/node24.ts';
import { describeMachine, type Machine } from './machine.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { type MeasuredSection, tableOf } from './report.ts';
import { SECTIONS, type SectionName } from './sections.ts';

/** The JSON document. */
interface BenchReport {
  quick: boolean;
  machine: Machine;
  seconds: number;
  sections: Partial<Record<SectionName, MeasuredSection>>;
}

/** Runs the bench and returns its exit code. */
export async function runBench(args: string[]): Promise<number> {
  const options = optionsOrComplaint(args);
  if (options === undefined) return 2;
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const say = (text: string) => options.json || process.stderr.write(text);
  const report = await measure(options, say);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  return Object.values(report.sections).some(({ failure }) => failure !== undefined) ? 1 : 0;
}

function optionsOrComplaint(args: string[]): Options | undefined {
  try {
    return readOptions(args);
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return undefined;
  }
}

async function measure({ quick, only }: Options, say: (text: string) => unknown): Promise<BenchReport> {
  const node = await node24();
  if (node.note !== undefined) say(`${node.note}\n`);
  const machine = describeMachine(node.version);
  const began = performance.now();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'penguin-bench-')));
  const sections: BenchReport['sections'] = {};
  try {
    for (const name of only) {
      const scratch = join(folder, name);
      await mkdir(scratch);
      sections[name] = await measureSection(name, { node: node.path, quick, scratch });
      say(tableOf(name, sections[name]));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { quick, machine, seconds: secondsSince(began), sections };
}

/** A section that cannot run is a failure of the bench, but the others still tell theirs. */
async function measureSection(
  name: SectionName,
  setting: { node: string; quick: boolean; scratch: string },
): Promise<MeasuredSection> {
  const { title, measure } = await SECTIONS[name]();
  const began = performance.now();
  const outcome = await measure(setting).then(
    (figures) => ({ figures }),
    (error: unknown) => ({ figures: [], failure: textOf(error) }),
  );
  return { title, ...outcome, seconds: secondsSince(began) };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}
