import { basename } from 'node:path';
import type { LoopbackGitHub } from '../github/server.ts';
import type { StagedRepository } from '../github/stage.ts';
import type { WorkflowRun } from '../github/world/state.ts';

export interface JobFacts {
  github: LoopbackGitHub;
  repository: StagedRepository;
  run: WorkflowRun;
  eventName: string;
  eventPath: string;
  job: string;
  workspace: string;
  runnerTemp: string;
  home: string;
  runtimeToken: string;
  trackingId: string;
}

/** Everything that a JavaScript action finds in its environment, but for inputs, state and command files. */
export function jobEnvironment(facts: JobFacts): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: facts.home,
    CI: 'true',
    ...githubVariables(facts),
    ...runnerVariables(facts),
    ACTIONS_RUNTIME_URL: `${facts.github.resultsUrl}/`,
    ACTIONS_RUNTIME_TOKEN: facts.runtimeToken,
    ACTIONS_RESULTS_URL: `${facts.github.resultsUrl}/`,
    ACTIONS_ORCHESTRATION_ID: `${facts.run.id}.${facts.job}.__default`,
  };
}

function githubVariables({ github, repository, run, ...facts }: JobFacts): Record<string, string> {
  const ref = `refs/heads/${run.headBranch}`;
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__penguin_agent',
    GITHUB_ACTION_REPOSITORY: 'penguin/agent',
    GITHUB_ACTION_REF: 'v1',
    GITHUB_ACTOR: run.actor.login,
    GITHUB_ACTOR_ID: String(run.actor.id),
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: `${github.apiUrl}/graphql`,
    GITHUB_SERVER_URL: github.serverUrl,
    GITHUB_BASE_REF: '',
    GITHUB_HEAD_REF: '',
    GITHUB_EVENT_NAME: facts.eventName,
    GITHUB_EVENT_PATH: facts.eventPath,
    GITHUB_JOB: facts.job,
    GITHUB_REF: ref,
    GITHUB_REF_NAME: run.headBranch,
    GITHUB_REF_PROTECTED: String(repository.protectedBranches.has(run.headBranch)),
    GITHUB_REF_TYPE: 'branch',
    GITHUB_REPOSITORY: repository.fullName,
    GITHUB_REPOSITORY_ID: String(repository.id),
    GITHUB_REPOSITORY_OWNER: repository.owner.login,
    GITHUB_REPOSITORY_OWNER_ID: String(repository.owner.id),
    GITHUB_RETENTION_DAYS: '90',
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_NUMBER: String(run.number),
    GITHUB_RUN_ATTEMPT: String(run.attempt),
    GITHUB_SHA: run.headSha,
    GITHUB_TRIGGERING_ACTOR: run.triggeringActor.login,
    GITHUB_WORKFLOW: basename(run.workflow.path, '.yml'),
    GITHUB_WORKFLOW_REF: `${repository.fullName}/${run.workflow.path}@${ref}`,
    GITHUB_WORKFLOW_SHA: run.headSha,
    GITHUB_WORKSPACE: facts.workspace,
  };
}

function runnerVariables({ runnerTemp, workspace, trackingId }: JobFacts): Record<string, string> {
  return {
    RUNNER_OS: { darwin: 'macOS', win32: 'Windows' }[process.platform as string] ?? 'Linux',
    RUNNER_ARCH: process.arch.toUpperCase(),
    RUNNER_NAME: 'loopback',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_TEMP: runnerTemp,
    RUNNER_TOOL_CACHE: `${runnerTemp}/tool-cache`,
    RUNNER_WORKSPACE: workspace,
    RUNNER_TRACKING_ID: trackingId,
  };
}
