import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GitError } from '../../core/git/index.ts';
import { createGit, type Git, type GitSettings } from '../../core/git/run.ts';
import type { Redact } from '../../core/omnimessage/index.ts';
import { fakeClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';

/** Starts, says so, and then waits for ever, deaf to the first signal. */
const STUBBORN = 'trap "" TERM\necho started\nwhile :; do sleep 1000; done';

describe('running git', () => {
  it('gives it an environment that holds nothing of ours', async () => {
    const { git } = scripted('env');
    const { stdout } = await git(['x'], { cwd: tempDir() });
    const names = stdout
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split('=')[0] ?? '');
    const others = names.filter(
      (name) => !/^(GIT_.*|PATH|HOME|LC_ALL|SSH_ASKPASS|PWD|OLDPWD|SHLVL|_)$/.test(name),
    );
    expect(others).toEqual([]);
    expect(stdout.toString()).toContain('GIT_TERMINAL_PROMPT=0\n');
  });

  it('hands its input over and takes exit codes as answers when asked to', async () => {
    const { git } = scripted('cat; exit 3');
    const cwd = tempDir();
    const answer = await git(['x'], { cwd, input: 'in\0put', answers: [0, 3] });
    expect({ ...answer, stdout: answer.stdout.toString() }).toEqual({
      code: 3,
      stdout: 'in\0put',
      stderr: '',
      cut: false,
    });
    await expect(git(['x'], { cwd })).rejects.toMatchObject({ failure: { kind: 'exit', exitCode: 3 } });
  });

  it('does not mind a git that does not read its input', async () => {
    const { git } = scripted('exit 0');
    await expect(git(['x'], { cwd: tempDir(), input: 'x'.repeat(4_000_000) })).resolves.toMatchObject({
      code: 0,
    });
  });

  it('tells the subcommand, the exit code and what git said, without secrets', async () => {
    const redact: Redact = { text: (text) => text.replaceAll('known', '###'), stream: noStream };
    const { git } = scripted('echo "fatal: known and handed" >&2; exit 128', { redact });
    const failure = await git(['push', '--x'], { cwd: tempDir(), secrets: ['handed'] }).catch(
      (error: GitError) => error,
    );
    expect(failure).toMatchObject({
      name: 'GitError',
      message: 'git push ended with exit code 128: fatal: ### and ***',
      subcommand: 'push',
      stderr: 'fatal: ### and ***\n',
    });
  });

  it('stops what prints too much, or cuts it when asked to', async () => {
    const { git } = scripted('exec yes');
    const cwd = tempDir();
    await expect(git(['x'], { cwd, maxBytes: 1000 })).rejects.toThrow('printed more than 1000 bytes');
    const cut = await git(['x'], { cwd, maxBytes: 1000, overflow: 'cut' });
    expect(cut).toMatchObject({ cut: true });
    expect(cut.stdout).toHaveLength(1000);
  });

  it('stops what takes too long, and kills it when it does not listen', async () => {
    const clock = fakeClock();
    const { git, started } = scripted(STUBBORN, { clock });
    const run = git(['x'], { cwd: tempDir(), timeoutMs: 5_000 });
    const failed = expect(run).rejects.toThrow('git x did not end within 5 s');
    await started();
    await clock.advance(5_000);
    await clock.advance(2_000);
    await failed;
    expect(clock.sleeping()).toBe(0);
  });

  it('stops the children of git with it', async () => {
    const { git, started } = scripted('sleep 1000 & echo started; wait');
    const stop = new AbortController();
    const failed = expect(git(['x'], { cwd: tempDir(), signal: stop.signal })).rejects.toThrow('was aborted');
    await started();
    stop.abort();
    // The pipe that git's child holds would keep this open.
    await failed;
  });

  it('stops at an abort, and does not start after one', async () => {
    const clock = fakeClock();
    const { git, started } = scripted('echo started; exec sleep 1000', { clock });
    const stop = new AbortController();
    const call = { cwd: tempDir(), signal: stop.signal };
    const failed = expect(git(['x'], call)).rejects.toThrow('was aborted');
    await started();
    stop.abort();
    await failed;
    expect(clock.sleeping()).toBe(0);
    await expect(git(['x'], call)).rejects.toMatchObject({ failure: { kind: 'aborted' } });
  });

  it('says what to install when there is no git', async () => {
    const git = createGit({ path: tempDir(), home: '/nonexistent', clock: fakeClock(), redact: plain });
    await expect(git(['version'], { cwd: tempDir() })).rejects.toThrow(/could not be started.*install git/);
  });
});

const noStream = () => ({ push: (chunk: string) => chunk, flush: () => '' });
const plain: Redact = { text: (text) => text, stream: noStream };

/** A `git` that is a shell script, and a promise that it has run so far as to make the file `started`. */
function scripted(
  script: string,
  settings: Partial<GitSettings> = {},
): { git: Git; started: () => Promise<void> } {
  const bin = join(tempDir(), 'bin');
  mkdirSync(bin);
  const mark = join(bin, 'started');
  const body = script.replace('echo started', `: > ${mark}`);
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  const git = createGit({
    path: `${bin}:${process.env.PATH}`,
    home: '/nonexistent',
    clock: fakeClock(),
    redact: plain,
    ...settings,
  });
  return { git, started: () => appears(mark) };
}

async function appears(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise((resolve) => setImmediate(resolve));
}
