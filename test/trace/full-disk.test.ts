import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { openTrace, readTrace } from '../../core/trace/index.ts';
import { tempDir } from '../support/temp.ts';
import { sampleMessages } from './sample.ts';

const SOURCE = `
  import { openTrace } from './core/trace/index.ts';
  import { sampleMessages } from './test/trace/sample.ts';
  const trace = openTrace({ dir: process.argv[2], sessionId: 's1' });
  const failures = [];
  for (const message of sampleMessages()) {
    try { trace.append(message); } catch (error) { failures.push(error.message); }
  }
  const commit = await trace.commit().catch((error) => error.message);
  const close = await trace.close().catch((error) => error.message);
  console.log(JSON.stringify({ failures: [...new Set(failures)], count: failures.length, commit, close }));
`;

describe('a trace whose file may not grow', () => {
  it('stops at the record that does not fit, says why, and goes on from the last whole one later', async () => {
    const dir = tempDir();
    const report = await runWithFileLimit(dir, 4);
    const file = join(dir, 's1_001.jsonl');

    expect(readFileSync(file)).toHaveLength(4096);
    expect(report.failures).toEqual([
      expect.stringMatching(/s1_001\.jsonl cannot be written: EFBIG.*ulimit -f/),
    ]);
    expect(report.commit).toBe(report.failures[0]);
    expect(report.close).toBe(report.failures[0]);

    const whole = sampleMessages().slice(0, -report.count);
    expect(await readTrace(file)).toMatchObject({ messages: whole, complete: true });

    const later = openTrace({ dir, sessionId: 's1' });
    const rest = sampleMessages().slice(-report.count);
    for (const message of rest) later.append(message);
    await later.close();
    expect(await readTrace(file)).toMatchObject({ messages: sampleMessages(), complete: true });
  });
});

interface Report {
  failures: string[];
  count: number;
  commit: string;
  close: string;
}

async function runWithFileLimit(dir: string, kibibytes: number): Promise<Report> {
  const program = join(tempDir(), 'write.mjs');
  await build({
    stdin: { contents: SOURCE, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    outfile: program,
    logLevel: 'error',
  });
  const limited = 'ulimit -f "$1"; shift; exec "$@"';
  const args = ['-c', limited, 'bash', String(kibibytes), process.execPath, program, dir];
  const { stdout } = await promisify(execFile)('bash', args);
  return JSON.parse(stdout);
}
