/** `npm run test:faults` and `npm run test:cancels`. */
import { caseNamed } from './case.ts';
import { chooseCases } from './choose.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { openPool, type Pool } from './pool.ts';
import type { Answered } from './worker.ts';

/** One case and what is wrong with it; nothing when it ended as it should. */
interface Line {
  name: string;
  outcome: string;
  wrong: string[];
  doubled: string[];
}

process.exitCode = await main();

async function main(): Promise<number> {
  const newSeed = 1 + Math.floor(Math.random() * 1_000_000);
  const options = tryOptions(newSeed);
  if (options === undefined) return 2;
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const pool = openPool(options.jobs);
  try {
    return await playAll(pool, options);
  } finally {
    pool.close();
  }
}

function tryOptions(newSeed: number): Options | undefined {
  try {
    return readOptions(process.argv.slice(2), newSeed);
  } catch (error) {
    process.stderr.write(`faults: ${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return undefined;
  }
}

async function playAll(pool: Pool, options: Options): Promise<number> {
  const say = (text: string) => void (options.json || process.stdout.write(`${text}\n`));
  const clean = await pool.play(undefined);
  if (clean.kind === 'threw') throw new Error(`the run in which nothing goes wrong failed: ${clean.text}`);
  const names = chooseCases(options, clean.result);
  say(`seed ${options.seed}, ${names.length} runs`);
  const lines = await Promise.all(
    [undefined, ...names].map(async (name) => {
      const line = read(name ?? 'nothing goes wrong', name === undefined ? clean : await pool.play(name));
      for (const text of [...line.wrong, ...line.doubled]) say(`${line.name} (${line.outcome}): ${text}`);
      return line;
    }),
  );
  return conclude(lines, names, options);
}

function read(name: string, answer: Answered): Line {
  if (answer.kind === 'threw') return { name, outcome: 'none', wrong: [answer.text], doubled: [] };
  const { complaints, outcome } = answer.result;
  const of = (kind: 'wrong' | 'doubled') =>
    complaints.flatMap((complaint) => (complaint.kind === kind ? [complaint.text] : []));
  return { name, outcome, wrong: of('wrong'), doubled: of('doubled') };
}

function conclude(lines: Line[], names: string[], { suite, seed, json }: Options): number {
  const bad = lines.filter(({ wrong, doubled }) => wrong.length + doubled.length > 0);
  const wrong = lines.filter((line) => line.wrong.length > 0).length;
  const doubled = lines.filter((line) => line.doubled.length > 0).length;
  const cases = names.map(caseNamed);
  const calls = new Set(cases.map(({ call }) => call)).size;
  const kinds = new Set(cases.map(({ kind }) => kind)).size;
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ suite, seed, runs: names.length, calls, kinds, wrong, doubled, bad })}\n`,
    );
  } else if (suite === 'faults') {
    process.stdout.write(
      `faults: ${calls} calls × ${kinds} kinds, ${wrong} wrong endings, ${doubled} doubled objects\n`,
    );
  } else {
    process.stdout.write(`cancels: ${names.length - bad.length}/${names.length}\n`);
  }
  return bad.length === 0 ? 0 : 1;
}
