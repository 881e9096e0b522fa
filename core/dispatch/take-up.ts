import { openThreadRef, react } from '../github/index.ts';
import { createBuild } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';
import type { HeardWords } from '../render/index.ts';
import type { Session } from '../session/index.ts';
import { answerEach } from './answer-each.ts';
import { isStop } from './commands/stop.ts';
import type { Call } from './hear.ts';
import type { Heard } from './heard.ts';
import type { ThreadScene } from './scene.ts';
import { withoutPermission } from './without-permission.ts';

const MAX_WORDS = 500;

type Noted = { call: Call & { kind: 'steer' }; words: HeardWords } | { call: Call & { kind: 'stop' } };

/** Makes calls the run's own, and follows them. */
export interface TakeUp {
  readonly signal: AbortSignal;
  stoppedBy(): string | undefined;
  /** Takes a call in, unless it comes too late: then the run that its comment triggers does it when this one is over. */
  note(call: Call): void;
  /** Claims what is noted, and follows what no other run has. What could not be claimed stays noted. */
  claim(): Promise<void>;
}

export function openTakeUp(
  { session, heard }: { session: Session; heard: Heard },
  scene: ThreadScene,
): TakeUp {
  const { github, house, trigger, redact } = scene;
  const build = createBuild(house.clock.now);
  const threadRef = openThreadRef(github, trigger.thread.number);
  const holder = { runId: house.run.id, runAttempt: house.run.attempt };
  const stopping = new AbortController();
  let stoppedBy: string | undefined;
  let noted: Noted[] = [];

  async function follow(one: Noted): Promise<void> {
    if ('words' in one) {
      if (session.steer([build(steeringOf(one.call))])) heard.handed(one.words);
      return;
    }
    const { commands, trigger: told } = one.call;
    stoppedBy ??= told.actor.login;
    stopping.abort();
    // What GitHub refuses here may not keep the rest of the batch from being followed: it is claimed.
    await withoutPermission(house.log, 'no answer to the comment', async () => {
      const others = commands.filter((given) => !isStop(given));
      await answerEach(others, { ...scene, trigger: told });
      await react(github, told.comment.id, '+1');
    });
  }

  return {
    signal: stopping.signal,
    stoppedBy: () => stoppedBy,
    note(call) {
      if (call.kind === 'stop') noted.push({ call });
      else if (session.steerable()) {
        const text = redact.text(plainLine(call.order.task, MAX_WORDS));
        const words = { by: call.trigger.actor.login, text, url: call.url };
        noted.push({ call, words });
        // Before the claim: a run that dies behind it leaves nothing that only it knew.
        heard.add(words);
      }
    },
    async claim() {
      if (noted.length === 0) return;
      const batch = noted;
      const commentIds = batch.map(({ call }) => call.trigger.comment.id);
      const ours = await threadRef.claimAll({ commentIds, holder });
      noted = [];
      for (const one of batch) {
        if (ours.includes(one.call.trigger.comment.id)) await follow(one);
        else if ('words' in one) heard.drop(one.words);
      }
    },
  };
}

/** What the model reads. */
function steeringOf({ trigger: { actor }, order, context }: Call & { kind: 'steer' }) {
  const before = context === '' ? [] : [`Written before the command:\n${context}`];
  const text = [`From @${actor.login} (${order.instruction}):\n${order.task}`, ...before].join('\n\n');
  return { type: 'text', role: 'user', text, sender: 'user' } as const;
}
