import { describe, expect, it } from 'vitest';
import { readPushAnswer } from '../../core/git/push-answer.ts';

const line = (flag: string, summary: string) =>
  `To https://github.com/o/r\n${flag}\ta1:refs/heads/x\t${summary}\nDone\n`;

describe('what GitHub answers to a push', () => {
  it.each([
    ['a new branch', line('*', '[new branch]')],
    ['a fast-forward', line(' ', 'a1..b2')],
    ['nothing to do', line('=', '[up to date]')],
  ])('%s is a push that worked', (_, stdout) => {
    expect(readPushAnswer(stdout, '')).toEqual({ kind: 'pushed' });
  });

  it.each([
    ['[rejected] (stale info)', '', 'non_fast_forward'],
    ['[rejected] (fetch first)', '', 'non_fast_forward'],
    ["[remote rejected] (cannot lock ref 'refs/heads/x': reference already exists)", '', 'exists'],
    ["[remote rejected] (cannot lock ref 'refs/heads/x': is at b but expected a)", '', 'non_fast_forward'],
    [
      '[remote rejected] (protected branch hook declined)',
      'remote: error: GH006: Protected branch update failed',
      'protected',
    ],
    [
      '[remote rejected] (push declined due to repository rule violations)',
      'remote: error: GH013: Repository rule violations found',
      'protected',
    ],
    [
      '[remote rejected] (push declined due to repository rule violations)',
      'remote: error: GH013: Repository rule violations found\nremote: - Commits must have verified signatures.',
      'unsigned',
    ],
    [
      '[remote rejected] (push declined due to repository rule violations)',
      'remote: error: GH013: Repository rule violations found\nremote: - Push cannot contain secrets',
      'other',
    ],
    [
      '[remote rejected] (refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission)',
      '',
      'workflow_permission',
    ],
    [
      '[remote rejected] (refusing to allow a Personal Access Token to create or update workflow `.github/workflows/ci.yml` without `workflow` scope)',
      '',
      'workflow_permission',
    ],
    ['[remote rejected] (permission denied)', '', 'forbidden'],
    ['[remote rejected] (pre-receive hook declined)', 'remote: GH001: Large files detected.', 'other'],
  ])('%s %s', (summary, stderr, reason) => {
    expect(readPushAnswer(line('!', summary), stderr)).toMatchObject({ kind: 'rejected', reason });
  });

  it('is none when git did not get as far as the ref', () => {
    expect(readPushAnswer('To https://github.com/o/r\n', 'fatal: early EOF')).toBeUndefined();
  });
});
