import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../support/temp.ts';
import { openStage, type Stage } from '../stage.ts';

function run(stage: Stage, command: string, more: object = {}) {
  return stage.call('exec_command', { command, ...more });
}

describe('exec_command', () => {
  it('gives output and errors in the order in which they were written', async () => {
    const { output, stop_reason } = await run(openStage(), 'echo 1; echo 2 >&2; echo 3; echo 4 >&2');
    expect(output).toBe('1\n2\n3\n4\n');
    expect(stop_reason).toBe('completed');
  });

  it('has output streams that can be opened by name', async () => {
    expect((await run(openStage(), 'echo a > /dev/stderr; echo b > /dev/stdout')).output).toBe('a\nb\n');
  });

  it('is completed with a note when the command fails', async () => {
    expect(await run(openStage(), 'echo no; exit 3')).toMatchObject({
      output: 'no\n[exit code: 3]',
      stop_reason: 'completed',
    });
  });

  it('keeps the exit code when the output is cut', async () => {
    const { output } = await run(openStage(), 'seq 1 20000; exit 9');
    expect(output).toMatch(/^1\n2\n/);
    expect(output).toMatch(/20000\n\[exit code: 9\]\n\[the full output is in /);
  });

  it('says which signal killed the command', async () => {
    expect((await run(openStage(), 'kill -SEGV $$')).output).toBe('[no output]\n[killed by SIGSEGV]');
  });

  it('takes a command that begins with a dash, and one with quotes, as it is', async () => {
    const stage = openStage();
    expect((await run(stage, '-x 2>/dev/null; echo "it\'s $((1 + 1))"')).output).toBe("it's 2\n");
  });

  it('runs without input and without a terminal', async () => {
    const command = 'cat; read line || echo none; tty -s || echo no terminal';
    expect((await run(openStage(), command)).output).toBe('none\nno terminal\n');
  });

  it.skipIf(process.platform !== 'linux')('runs in a session and a group of its own', async () => {
    const command = `[ "$(cut -d ' ' -f 5,6 /proc/$$/stat)" = "$$ $$" ] && echo alone`;
    expect((await run(openStage(), command)).output).toBe('alone\n');
  });

  it('runs in the workspace or in a folder of it, and nowhere else', async () => {
    const stage = openStage();
    mkdirSync(join(stage.workspace, 'sub'));
    symlinkSync('/tmp', join(stage.workspace, 'out'));
    expect((await run(stage, 'pwd')).output).toBe(`${stage.workspace}\n`);
    expect((await run(stage, 'pwd', { workdir: 'sub' })).output).toBe(`${stage.workspace}/sub\n`);
    for (const workdir of ['..', '/tmp', 'out', '.git', 'none']) {
      expect((await run(stage, 'pwd', { workdir })).stop_reason).toBe('failed');
    }
  });

  it('sees the allow-listed environment and nothing else', async () => {
    const PATH = process.env.PATH ?? '';
    const env = { PATH, HOME: '/home/x', GITHUB_TOKEN: 'canary', INPUT_KEY: 'canary', LC_SECRET: 'canary' };
    const { output } = await run(openStage({ env }), 'env -u PENGUIN_CALL');
    const names = output
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(output).not.toContain('canary');
    expect(names.sort()).toEqual(
      [
        ...['CI', 'GIT_PAGER', 'GIT_TERMINAL_PROMPT', 'HOME', 'NO_COLOR', 'PAGER', 'PATH', 'TERM'],
        // What bash sets itself.
        ...['PWD', 'SHLVL', '_'],
      ].sort(),
    );
  });

  it('leaves terminal escapes out, also of programs that were forced to colour', async () => {
    const command = 'FORCE_COLOR=3 printf "\\033[31mred\\033[0m \\033]0;title\\007plain\\n"';
    expect((await run(openStage(), command)).output).toBe('red plain\n');
  });

  it('keeps characters whole that arrive in pieces', async () => {
    const command = 'printf "\\303"; sleep 0.05; printf "\\274\\n"; printf "\\377"';
    expect((await run(openStage(), command)).output).toBe('ü\n\ufffd');
  });

  it('refuses a command that the system could not take', async () => {
    const stage = openStage();
    expect((await run(stage, 'echo \0')).output).toContain('NUL');
    expect((await run(stage, `: ${'x'.repeat(200_000)}`)).output).toContain(
      'Write it to a file with write_file',
    );
    expect((await run(stage, `: ${'x'.repeat(131_000)}`)).stop_reason).toBe('completed');
  });

  it('says that the shell could not be started', async () => {
    const stage = openStage({ env: { PATH: '/nonexistent' } });
    expect((await run(stage, 'echo $0')).output).toMatch(/sh\n$/);
  });

  it('runs many commands side by side', async () => {
    const stage = openStage();
    const calls = Array.from({ length: 40 }, (_, index) => run(stage, `echo ${index}`));
    const outputs = (await Promise.all(calls)).map(({ output }) => output);
    expect(outputs).toEqual(calls.map((_, index) => `${index}\n`));
  });

  it('takes no program of ours from the workspace', async () => {
    const workspace = tempDir();
    mkdirSync(join(workspace, 'bin'));
    for (const name of ['bash', 'mkfifo', 'rg']) {
      writeFileSync(join(workspace, 'bin', name), '#!/bin/sh\necho planted > planted\n', { mode: 0o755 });
    }
    const env = { PATH: `${workspace}/bin:${process.env.PATH}` };
    const stage = openStage({ workspaceDir: workspace, env });
    expect((await run(stage, 'echo fine')).output).toBe('fine\n');
    await stage.call('grep', { pattern: 'x' });
    expect(readdirSync(workspace)).toEqual(['bin']);
  });
});
