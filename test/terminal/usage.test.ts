/** What is typed and cannot be followed ends with exit code 2 and a sentence that says what to type. */
import { describe, expect, it } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { startPenguin } from './stage.ts';
import { typed } from './typed.ts';

it.each([
  { args: [], says: /^penguin: an agent/ },
  { args: ['rum', 'x'], says: /^There is no command "rum": did you mean run\?$/m },
  { args: ['deploy'], says: /^There is no command "deploy": the commands are run and trace$/m },
  {
    args: ['run', 'x', '--modle', 'y'],
    says: /^There is no flag --modle for `penguin run`: did you mean --model\?/,
  },
  {
    args: ['run', 'x', '--nonsense'],
    says: /^There is no flag --nonsense for `penguin run`: `penguin run --help` lists/,
  },
  { args: ['run', 'x', '-z'], says: /^There is no flag -z for `penguin run`/ },
  { args: ['run', 'x', '--model'], says: /^--model needs a value: write --model <name>/ },
  { args: ['run', 'x', '--model', '--json'], says: /^--model needs a value: write --model <name>/ },
  {
    args: ['run', 'x', '--max-turns', '-1'],
    says: /^--max-turns needs a value: .* --max-turns=<count> if it begins with a dash/,
  },
  { args: ['run', 'x', '--json=yes'], says: /^--json takes no value: write --json alone/ },
  { args: ['run', 'x', '--quiet', '--verbose'], says: /^--quiet and --verbose contradict each other/ },
  { args: ['trace'], says: /^Name one trace: `penguin trace <file>`/ },
  { args: ['trace', 'a', 'b'], says: /^Name one trace/ },
  { args: ['trace', 'a', '--quiet'], says: /^There is no flag --quiet for `penguin trace`/ },
  { args: ['run', 'x', '--\u001b[31mred'], says: /^There is no flag --\\e\[31mred for/ },
])('penguin $args', async ({ args, says }) => {
  const run = await typed(args);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(says);
});

describe('help', () => {
  it.each([
    { args: ['--help'], says: 'penguin trace <file>' },
    { args: ['run', '--help'], says: 'openai-compatible' },
    { args: ['run', '-h'], says: 'Exit codes: 0 answered' },
    { args: ['trace', '--help'], says: 'Exit codes: 0 whole' },
  ])('$args is printed, with examples', async ({ args, says }) => {
    const run = await typed(args);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain(says);
    expect(run.stdout).toMatch(/^Examples?:$/m);
    for (const line of run.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
  });
});

describe('the program', () => {
  const started = (args: string[]) => startPenguin(args, { cwd: tempDir(), env: { PATH: process.env.PATH } });

  it('--version is the package’s', async () => {
    expect((await started(['--version']).finished).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('alone prints its help and exits with 2', async () => {
    const run = await started([]).finished;
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^penguin: an agent/) });
  });
});
