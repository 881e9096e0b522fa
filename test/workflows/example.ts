/** An example workflow, followed as GitHub follows it: whether an event starts its job, and what the job hands to the action. */
import type { PermissionScope, Permissions } from '../github/world/state.ts';
import { type Contexts, fill, holds } from './expression/evaluate.ts';
import { type Job, readWorkflow } from './files.ts';

export interface Event {
  name: string;
  payload: Record<string, unknown>;
}

export interface Example {
  /** Whether the event starts the workflow, and its job's condition holds. */
  starts(event: Event): boolean;
  runName(event: Event): string;
  /** What the step that uses the action hands to it. */
  inputs(event: Event, secrets: Record<string, string>): Record<string, string>;
  /** What the job's token may. */
  permissions: Permissions;
}

export function readExample(name: string): Example {
  const workflow = readWorkflow(name);
  const job = workflow.jobs.penguin;
  const step = job?.steps.find(({ uses }) => uses?.startsWith('penguin/agent@') === true);
  if (job === undefined || step === undefined)
    throw new Error(`${name} has no job penguin that uses the action`);
  const fillIn = (text: unknown, contexts: Contexts) => fill(String(text), contexts);
  return {
    starts: ({ name: event, payload }) => {
      if (!Object.hasOwn(workflow.on, event)) return false;
      const types = workflow.on[event]?.types;
      const wanted = types === undefined || types.includes(String(payload.action));
      return wanted && holds(job.if ?? 'true', contextsOf({ name: event, payload }));
    },
    runName: (event) => fillIn(workflow['run-name'], contextsOf(event)),
    inputs: (event, secrets) =>
      Object.fromEntries(
        Object.entries(step.with ?? {}).map(([input, text]) => [
          input,
          fillIn(text, { ...contextsOf(event), secrets }),
        ]),
      ),
    permissions: permissionsOf(job),
  };
}

/** What tokens of the loopback GitHub know. */
const SCOPES: Record<string, PermissionScope> = {
  actions: 'actions',
  checks: 'checks',
  contents: 'contents',
  issues: 'issues',
  'pull-requests': 'pull_requests',
};

function permissionsOf({ permissions = {} }: Job): Permissions {
  const granted: Permissions = {};
  for (const [name, level] of Object.entries(permissions)) {
    const scope = SCOPES[name];
    if (scope === undefined) throw new Error(`the loopback GitHub has no permission ${name}`);
    granted[scope] = level;
  }
  return granted;
}

/** Without `secrets`: a condition that asks for one is an error. */
function contextsOf({ name, payload }: Event): Contexts {
  return { github: { event_name: name, event: payload }, inputs: payload.inputs ?? {} };
}
