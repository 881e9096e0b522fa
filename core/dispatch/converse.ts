import type { TaskEnd } from '../engine/index.ts';
import { type ApproveFn, createBuild, is, type OmniMessage } from '../omnimessage/index.ts';
import { approveByMode } from '../policy/index.ts';
import type { Order } from './command.ts';
import { listen } from './listen.ts';
import type { LiveReport } from './live-report.ts';
import { openSession } from './open-session.ts';
import { isOnThread, type Scene } from './scene.ts';
import type { Settings } from './settings.ts';
import type { Workspace } from './workspace.ts';

/** What came of talking with the model. */
export interface Talk {
  end: TaskEnd;
  /** The model's last words; empty when it said none. */
  answer: string;
  /** The login of whoever stopped it. */
  stoppedBy?: string;
}

interface Conversation {
  order: Order;
  prompt: string;
  settings: Settings;
  live: LiveReport;
  workspace: Pick<Workspace, 'remember'>;
}

/** Lets the model work on the order until its Task ends; everything that happens is recorded and told on the way. */
export async function converse(
  { order, prompt, settings, live, workspace }: Conversation,
  scene: Scene,
): Promise<Talk> {
  const { house } = scene;
  const session = await openSession({ settings, live }, scene);

  const mode = order.readOnly ? 'read-only' : settings.approvalMode;
  const decide = approveByMode(mode, { toolPermission: (name) => session.environment.toolPermission(name) });
  const approve: ApproveFn = async (call) => {
    await workspace.remember();
    return decide(call);
  };
  const message = createBuild(house.clock.now)({ type: 'text', role: 'user', text: prompt, sender: 'user' });
  const ears = isOnThread(scene) ? listen({ session, live }, scene) : undefined;
  const signal = ears === undefined ? house.signal : AbortSignal.any([house.signal, ears.signal]);
  try {
    const listeners = [live, ...(ears === undefined ? [] : [ears]), remembering(workspace)];
    const talk = await tell(session.run([message], { approve, signal }), listeners);
    await ears?.close(talk.end);
    const stoppedBy = ears?.stoppedBy();
    // Whoever stopped it in its very last moment does not want it published.
    return stoppedBy === undefined ? talk : { ...talk, end: { kind: 'aborted' }, stoppedBy };
  } finally {
    await ears?.close();
  }
}

/** Reads the Workspace while the model speaks: before its first request that would be in the way, and the first tool needs it. */
function remembering(workspace: Pick<Workspace, 'remember'>): Listener {
  return {
    push({ payload }) {
      // Whoever needs it hears of its failure.
      if (payload.type.startsWith('partial_')) void workspace.remember().catch(() => undefined);
    },
  };
}

interface Listener {
  push(message: OmniMessage): void;
}

/** Passes everything on that happens. */
export async function tell(
  task: AsyncGenerator<OmniMessage, TaskEnd>,
  listeners: readonly Listener[],
): Promise<Talk> {
  let answer = '';
  for (;;) {
    const step = await task.next();
    if (step.done === true) return { end: step.value, answer };
    for (const listener of listeners) listener.push(step.value);
    answer = spoken(step.value) ?? answer;
  }
}

function spoken(message: OmniMessage): string | undefined {
  if (!is(message, 'text') || message.payload.role !== 'assistant') return undefined;
  return message.payload.text.trim() === '' ? undefined : message.payload.text;
}
