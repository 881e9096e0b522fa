import { type Admission, admit, type GitHub, type Trigger } from '../github/index.ts';
import type { Clock } from '../omnimessage/index.ts';

/** For so long GitHub's word on somebody holds, in milliseconds. */
const MAX_AGE_MS = 60_000;

type Actor = Extract<Trigger, { kind: 'comment' }>['actor'];

/** Asks GitHub who may give orders, each person once a minute at most. */
export function openAdmissions(github: GitHub, clock: Clock): (actor: Actor) => Promise<Admission> {
  const known = new Map<number, { admission: Admission; until: number }>();
  return async (actor) => {
    const found = known.get(actor.id);
    if (found !== undefined && clock.monotonic() < found.until) return found.admission;
    const admission = await admit(github, actor);
    known.set(actor.id, { admission, until: clock.monotonic() + MAX_AGE_MS });
    return admission;
  };
}
