/** The story of the product: what GitHub told us → who asked for what → may they → the work → one ending. */
import { admit, readTrigger } from '../github/index.ts';
import { createRedact } from '../policy/index.ts';
import { type Ending, endingWithout } from './ending.ts';
import type { House } from './house.ts';
import type { IncomingEvent } from './incoming.ts';
import { openGitHub } from './open-github.ts';
import { readOrder } from './read-order.ts';

/** Handles one event from beginning to end. Every ending is an `Ending`; only a fault of ours throws. */
export async function runEvent(event: IncomingEvent, house: House): Promise<Ending> {
  const trigger = readTrigger(event.name, event.payload);
  if (trigger.kind === 'none') return endingWithout({ kind: 'ignored', reason: trigger.reason });

  const order = readOrder(trigger, house.inputs);
  if (order.kind === 'none') return endingWithout({ kind: 'ignored', reason: 'no command' });

  const token = house.inputs('github-token');
  if (token === '') return endingWithout({ kind: 'failed', class: 'config', reason: NO_TOKEN });
  const github = openGitHub(trigger.repository, token, house);

  // What works on an admitted order is large: it loads while GitHub says whether there is one.
  const [admission, work] = await Promise.all([admit(github, trigger.actor), import('./work.ts')]);
  const redact = createRedact([token, house.inputs('api-key')].filter((secret) => secret !== ''));
  const scene = { trigger, github, house, redact, token };
  if (admission.kind === 'refused') return work.refuse(scene, admission);
  return work.followOrder(order, scene);
}

const NO_TOKEN =
  'The input github-token is empty: leave it out to use the run’s own token, or give it a secret that is set.';
