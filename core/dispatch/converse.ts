import type { TaskEnd } from '../engine/index.ts';
import { createBuild, is, type OmniMessage } from '../omnimessage/index.ts';
import { approveByMode } from '../policy/index.ts';
import type { Order } from './command.ts';
import { type Listening, listen } from './listen.ts';
import type { LiveReport } from './live-report.ts';
import { openSession } from './open-session.ts';
import { isOnThread, type Scene } from './scene.ts';
import type { Settings } from './settings.ts';

/** What came of talking with the model. */
export interface Talk {
  end: TaskEnd;
  /** The model's last words; empty when it said none. */
  answer: string;
  /** The login of whoever stopped it. */
  stoppedBy?: string;
}

/** Lets the model work on the order until its Task ends; everything that happens is recorded and told on the way. */
export async function converse(
  { order, prompt, settings, live }: { order: Order; prompt: string; settings: Settings; live: LiveReport },
  scene: Scene,
): Promise<Talk> {
  const { house } = scene;
  const session = await openSession({ settings, live }, scene);

  const mode = order.readOnly ? 'read-only' : settings.approvalMode;
  const approve = approveByMode(mode, { toolPermission: (name) => session.environment.toolPermission(name) });
  const message = createBuild(house.clock.now)({ type: 'text', role: 'user', text: prompt, sender: 'user' });
  const ears = isOnThread(scene) ? listen({ session, live }, scene) : undefined;
  const signal = ears === undefined ? house.signal : AbortSignal.any([house.signal, ears.signal]);
  try {
    const talk = await tell(session.run([message], { approve, signal }), live, ears);
    await ears?.close(talk.end);
    const stoppedBy = ears?.stoppedBy();
    // Whoever stopped it in its very last moment does not want it published.
    return stoppedBy === undefined ? talk : { ...talk, end: { kind: 'aborted' }, stoppedBy };
  } finally {
    await ears?.close();
  }
}

/** Passes everything on that happens. */
export async function tell(
  task: AsyncGenerator<OmniMessage, TaskEnd>,
  live: Pick<LiveReport, 'push'>,
  ears?: Pick<Listening, 'push'>,
): Promise<Talk> {
  let answer = '';
  for (;;) {
    const step = await task.next();
    if (step.done === true) return { end: step.value, answer };
    ears?.push(step.value);
    live.push(step.value);
    answer = spoken(step.value) ?? answer;
  }
}

function spoken(message: OmniMessage): string | undefined {
  if (!is(message, 'text') || message.payload.role !== 'assistant') return undefined;
  return message.payload.text.trim() === '' ? undefined : message.payload.text;
}
