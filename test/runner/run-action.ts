import type { ActionOptions, ActionRun, StartedAction } from './action-run.ts';
import { startJob } from './job.ts';
import { node24 } from './node24.ts';

export async function runAction(options: ActionOptions): Promise<ActionRun> {
  return (await startAction(options)).finished;
}

/** Starts an action as GitHub's runner does: `main`, then always `post`. */
export async function startAction(options: ActionOptions): Promise<StartedAction> {
  const repository = options.github.repository(options.repository);
  const run =
    options.run ??
    (await repository.addRun({
      workflow: options.workflow ?? 'penguin.yml',
      event: options.event.name,
      actor: senderOf(options.event.payload),
    }));
  const node = options.node ?? (await node24()).path;
  return startJob(options, run, node);
}

/** Who caused the event: the actor of its run. */
function senderOf(payload: Record<string, unknown>): string {
  const { sender } = payload;
  if (typeof sender === 'object' && sender !== null && 'login' in sender) return String(sender.login);
  throw new Error('the payload names no sender: make it with repository.payload, or give the run');
}
