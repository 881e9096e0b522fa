import { expect, onTestFinished } from 'vitest';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from './server.ts';

/** A GitHub that goes with the test, and fails it when it was asked for something that it does not serve. */
export async function githubForTest(options?: GitHubOptions): Promise<LoopbackGitHub> {
  const github = await startGitHub(options);
  onTestFinished(async () => {
    await github.close();
    expect(github.faults).toEqual([]);
  });
  return github;
}
