/** What every workflow of ours, and every one that people copy from us, keeps to. A rule gives what breaks it, in words. */
import type { Job, Step, WorkflowFile } from './files.ts';

type Rule = (file: WorkflowFile) => string[];

/** The jobs that may write, and what. A job that is not named here reads at most. */
const WRITERS: Record<string, readonly string[]> = {
  attest: ['attestations', 'id-token'],
  publish: ['contents'],
  penguin: ['actions', 'contents', 'issues', 'pull-requests'],
};

/** For all workflows. */
export const RULES: Record<string, Rule> = {
  'grants-nothing-at-the-top': ({ permissions }) =>
    typeof permissions === 'object' && Object.keys(permissions).length === 0
      ? []
      : [`permissions at the top are ${JSON.stringify(permissions)}, not {}`],
  'grants-each-job-the-least': (file) =>
    eachJob(file, (job, name) => {
      const writes = Object.entries(job.permissions ?? {}).filter(([, level]) => level !== 'read');
      return writes
        .map(([scope]) => scope)
        .filter((scope) => WRITERS[name]?.includes(scope) !== true)
        .map((scope) => `may write ${scope}`);
    }),
  'names-each-job’s-permissions': (file) =>
    eachJob(file, ({ permissions }) =>
      typeof permissions === 'object' ? [] : ['has no permissions of its own'],
    ),
  'keeps-no-credentials': (file) =>
    eachStep(file, ({ uses, with: given }) =>
      uses?.startsWith('actions/checkout@') === true && given?.['persist-credentials'] !== false
        ? ['checks out without persist-credentials: false']
        : [],
    ),
  'ends-in-time': (file) =>
    eachJob(file, (job) => (typeof job['timeout-minutes'] === 'number' ? [] : ['has no timeout-minutes'])),
  'never-runs-a-stranger’s-change-with-our-rights': ({ on }) =>
    ['pull_request_target', 'workflow_run']
      .filter((event) => event in on)
      .map((event) => `starts on ${event}`),
  'expands-nothing-in-a-shell': (file) =>
    eachStep(file, ({ run, with: given }) =>
      [run, given?.script].some((text) => String(text ?? '').includes('${{'))
        ? ['has an expression inside run: hand it over by env']
        : [],
    ),
  'asks-for-no-secret-in-a-condition': (file) =>
    eachJob(file, ({ if: condition, steps }) =>
      [condition, ...steps.map((step) => step.if)].flatMap((text) =>
        /\bsecrets\b/.test(String(text ?? '')) ? [`has the condition ${text}`] : [],
      ),
    ),
};

/** For the workflows that we run: theirs is the repository that others trust. */
export const OWN_RULES: Record<string, Rule> = {
  'pins-every-action': (file) =>
    eachStep(file, ({ uses }) =>
      uses === undefined || uses.startsWith('./') || isPinned(uses, file.text)
        ? []
        : [`uses ${uses}: pin the full commit id, its version behind it as a comment`],
    ),
  'runs-no-package’s-code-beside-a-right-to-write': (file) =>
    eachJob(file, ({ permissions, steps }) =>
      Object.values(permissions ?? {}).includes('write')
        ? steps.flatMap(({ run }) => (/\bnpm\b|\bnpx\b|\.ci\/run/.test(run ?? '') ? [`runs ${run}`] : []))
        : [],
    ),
};

/** For the workflows that people copy. */
export const EXAMPLE_RULES: Record<string, Rule> = {
  // A group would make `/penguin stop` wait for the run that it is to stop, and GitHub drops runs that wait.
  'waits-for-no-other-run': ({ concurrency, jobs }) =>
    [concurrency, ...Object.values(jobs).map((job) => job.concurrency)].some((group) => group !== undefined)
      ? ['has concurrency']
      : [],
};

function isPinned(uses: string, text: string): boolean {
  const line = text.split('\n').find((candidate) => candidate.includes(uses)) ?? '';
  return /@[0-9a-f]{40}$/.test(uses) && / # v\d+\.\d+\.\d+$/.test(line);
}

function eachJob(file: WorkflowFile, look: (job: Job, name: string) => string[]): string[] {
  return Object.entries(file.jobs).flatMap(([name, job]) =>
    look(job, name).map((what) => `job ${name} ${what}`),
  );
}

function eachStep(file: WorkflowFile, look: (step: Step) => string[]): string[] {
  return eachJob(file, ({ steps }) =>
    steps.flatMap((step, at) => look(step).map((what) => `step ${at + 1} ${what}`)),
  );
}
