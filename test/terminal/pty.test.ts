/** On a real terminal, made by `script` of util-linux; where there is none, the dialogue is tested over streams alone. */
import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { startRawServer } from '../model/raw-sse.ts';
import {
  flagsFor,
  follow,
  modelOf,
  openStage,
  PENGUIN,
  type StartedRun,
  type TerminalStage,
} from './stage.ts';

const CLEAR_LINE = '\r\u001b[2K';
const DIM = '\u001b[2m';
const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** Starts `penguin` with a terminal around it; what is written to the child's stdin is typed. */
function onTerminal(stage: TerminalStage, args: string[], env: NodeJS.ProcessEnv = {}): StartedRun {
  const line = [process.execPath, PENGUIN, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: stage.repository,
    env: { ...stage.env, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return follow(child);
}

async function answered(run: StartedRun, question: number, line: string): Promise<void> {
  const asked = () => run.printed().split('Allow?').length - 1;
  await expect.poll(asked, { timeout: 20_000 }).toBe(question);
  run.child.stdin?.write(line);
}

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'x\n' } });

describe.skipIf(!hasScript)('on a terminal (needs `script`)', () => {
  it('asks one question at a time, and does what is allowed', async () => {
    const stage = openStage();
    const calls = [write('a.txt'), { name: 'exec_command', arguments: { command: 'echo hi > b.txt' } }];
    const { flags, model } = await modelOf([{ calls }, { calls: [write('c.txt')] }, 'As allowed.']);
    const run = onTerminal(stage, ['run', 'make files', ...flags]);
    await answered(run, 1, 'a\n');
    await answered(run, 2, 'what?\n');
    await answered(run, 3, 'n write it yourself\n');
    const { code, stdout } = await run.finished;
    expect(code).toBe(0);
    expect(stdout).toMatch(/▸ .*make files.* · always-ask/);
    expect(stdout).toMatch(/\$ echo hi > b\.txt/);
    expect(stdout).toMatch(/denied .*write it yourself/);
    expect(stdout).toContain('\u001b[32m✔ Done: changed 2 files\u001b[39m');
    expect(stage.git('status', '--porcelain')).toBe('?? a.txt\n?? c.txt');
    expect(JSON.stringify(model.requests()[1])).toContain('write it yourself');
  });

  it('takes the end of the input for a denial', async () => {
    const { flags } = await modelOf([{ calls: [write('a.txt')] }, 'Then not.']);
    const run = onTerminal(openStage(), ['run', 'make it', ...flags]);
    await answered(run, 1, '\u0004');
    expect((await run.finished).code).toBe(3);
  });

  it('takes Ctrl-C at a question for a denial and a stop', async () => {
    const stage = openStage();
    const { flags, model } = await modelOf([{ calls: [write('a.txt')] }, 'Never said.']);
    const run = onTerminal(stage, ['run', 'make it', ...flags]);
    await answered(run, 1, '\u0003');
    const { code, stdout } = await run.finished;
    expect(code).toBe(130);
    expect(stdout).toMatch(/■ Cancelled/);
    expect(model.requests()).toHaveLength(1);
    expect(stage.git('status', '--porcelain')).toBe('');
  });

  it('shows what happens now on a line that goes again, and no colour where NO_COLOR is set', async () => {
    const model = await startRawServer([
      { steps: ['data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'], last: 'stay' },
    ]);
    const run = onTerminal(openStage(), ['run', 'x', ...flagsFor(model.url)], { NO_COLOR: '1' });
    await expect.poll(run.printed, { timeout: 20_000 }).toContain('the model thinks · ');
    run.child.stdin?.write('\u0003');
    const { stdout } = await run.finished;
    await model.stop();
    expect(stdout).toMatch(/■ Cancelled/);
    expect(stdout).toContain(CLEAR_LINE);
    expect(stdout).not.toContain(DIM);
  });
});
