import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';

export type RunState =
  | { kind: 'active'; attempt: number }
  | { kind: 'over' }
  | { kind: 'unknown'; reason: string };

/** Whether a workflow run goes on. Needs `actions: read`; without it the answer is `unknown`. */
export async function runState(github: GitHub, runId: number): Promise<RunState> {
  try {
    const run = await github.request('GET /repos/{owner}/{repo}/actions/runs/{run_id}', { run_id: runId });
    return run.status === 'completed' ? { kind: 'over' } : { kind: 'active', attempt: run.run_attempt ?? 1 };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return error.status === 404 ? { kind: 'over' } : { kind: 'unknown', reason: error.message };
  }
}

export type Cancellation = { kind: 'cancelled' } | { kind: 'over' } | { kind: 'refused'; reason: string };

/** Asks Actions to cancel a run, as its Cancel button does. Needs `actions: write`. */
export async function cancelRun(github: GitHub, runId: number): Promise<Cancellation> {
  try {
    const creation = { read: () => undefined, ifLost: 'repeat' } as const;
    await github.create(
      'POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel',
      { run_id: runId },
      creation,
    );
    return { kind: 'cancelled' };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    // 409: the run is completed already.
    if (error.status === 409 || error.status === 404) return { kind: 'over' };
    return { kind: 'refused', reason: error.message };
  }
}

/**
 * How many runs of a workflow file are at work: they share the repository's budget for writes. At least 1; 1 when GitHub does not say
 * or the file is not known (an empty name).
 */
export async function countActiveRuns(
  github: GitHub,
  workflowFile: string,
  signal: AbortSignal,
): Promise<number> {
  if (workflowFile === '') return 1;
  try {
    const runs = await github.request(
      'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs',
      { workflow_id: workflowFile, status: 'in_progress', per_page: 1 },
      { signal },
    );
    return Math.max(1, runs.total_count);
  } catch (error) {
    if (error instanceof GitHubError) return 1;
    throw error;
  }
}
