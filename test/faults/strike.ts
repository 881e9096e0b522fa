import { faults } from '../github/faults.ts';
import type { Action, RequestRecord } from '../github/intercept.ts';
import { lagging } from '../github/lag.ts';
import type { Activity } from './activity.ts';
import type { Case } from './case.ts';
import type { Job } from './job.ts';

/** How many reads of lists show what was a moment ago; a client that looks three times must find it. */
const LAGGING_READS = 2;
const LISTS = /\/list/;

/** Which calls of a run: `times` of an operation, from the `first` on. */
interface Calls {
  operation: string;
  first: number;
  times: number;
}

/** Lets a case happen in a job that has not begun. What it returns tells whether it did. */
export async function strike(job: Job, { call, kind }: Case, activity: Activity): Promise<() => boolean> {
  const [operation = '', number = ''] = call.split('#');
  const once = { operation, first: Number(number), times: 1 };
  const hang = ({ path }: RequestRecord) => (isGit(operation) ? activity.hangChild() : activity.hang(path));
  const known = faults(hang);
  const cancelling = faults((request) => {
    hang(request);
    job.cancel();
  });
  switch (kind) {
    case 'lag':
      return on(job, { ...once, times: LAGGING_READS }, await lagIn(job));
    case 'lost-in-lag':
      return on(job, once, lostInLag(job, known['502-after'].action, await lagIn(job)));
    case 'cancel-before':
      return on(job, once, cancelling['silence-before'].action);
    case 'cancel-after':
      return on(job, once, cancelling['silence-after'].action);
    case 'half-after':
      return on(job, once, isGit(operation) ? leftWaiting(known[kind].action, activity) : known[kind].action);
    case 'cancel':
      // A moment later: no signal comes in the middle of a call.
      activity.onChange((changes) => changes === once.first && setImmediate(job.cancel));
      return () => job.house.signal.aborted;
    default:
      return on(job, { ...once, times: known[kind].times }, known[kind].action);
  }
}

/** git makes its requests in a process of its own. */
function isGit(operation: string): boolean {
  return /^git\/(git|advertise)-/.test(operation);
}

/** git waits for the rest of an answer that breaks off, though nothing comes. */
function leftWaiting(action: Action, { hangChild }: Activity): Action {
  return async (request, proceed) => {
    const answer = await action(request, proceed);
    hangChild();
    return answer;
  };
}

function on(job: Job, { operation, first, times }: Calls, action: Action): () => boolean {
  let seen = 0;
  const isStruck = () => ++seen >= first && seen < first + times;
  if (operation === 'model') job.model.intercept(isStruck, action);
  else job.github.intercept({ operation, when: isStruck }, action);
  return () => seen >= first;
}

async function lagIn({ repository, firstNewId }: Job): Promise<Action> {
  return lagging(firstNewId, new Set(Object.keys(await repository.refs('refs/'))));
}

/** From the lost answer on, lists are behind. */
function lostInLag({ github }: Job, lost: Action, lag: Action): Action {
  return (request, proceed) => {
    let reads = 0;
    const isBehind = ({ operation }: { operation: string }) =>
      LISTS.test(operation) && ++reads <= LAGGING_READS;
    github.intercept({ when: isBehind }, lag);
    return lost(request, proceed);
  };
}
