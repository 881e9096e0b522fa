import { GitHubError } from '../github/index.ts';
import { carryOut } from './carry-out.ts';
import { verdictOnError } from './decide-outcome.ts';
import { decline, wrongConfig } from './decline.ts';
import type { Ending } from './ending.ts';
import type { OrderReading } from './read-order.ts';
import { runTask } from './run-task.ts';
import type { Scene } from './scene.ts';

/** Does what somebody who may give orders has asked for. */
export async function followOrder(
  order: Exclude<OrderReading, { kind: 'none' }>,
  scene: Scene,
): Promise<Ending> {
  try {
    switch (order.kind) {
      case 'controls':
        return await carryOut(order.commands, scene);
      case 'unclear':
        return await decline(wrongConfig(order.reason), scene);
      case 'task':
        return await runTask(order, scene);
    }
  } catch (error) {
    // Before there is a Session, GitHub can refuse what nothing works without.
    if (!(error instanceof GitHubError)) throw error;
    return decline(verdictOnError(error, scene.house.signal), scene);
  }
}
