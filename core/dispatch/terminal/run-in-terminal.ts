/** The terminal's story: a task → the repository here → talk → what changed in it → one ending. Nothing is committed or published. */
import { warmUp } from '../../llm/index.ts';
import { createRedact, plainLine } from '../../policy/index.ts';
import { changedReason } from '../../render/index.ts';
import { newSessionId } from '../../session/index.ts';
import type { Order } from '../command.ts';
import type { Talk } from '../converse.ts';
import { talkVerdict, type Verdict, verdictOnError } from '../decide-outcome.ts';
import { wrongConfig } from '../decline.ts';
import { readSettings } from '../settings.ts';
import { COMMAND_LINE } from '../wording.ts';
import { conclude, endWithoutSession } from './conclude.ts';
import type { TerminalEnding, TerminalHouse, TerminalPlace } from './house.ts';
import { readTask } from './read-task.ts';
import { terminalSources } from './sources.ts';
import { type TerminalWork, talkInTerminal } from './talk.ts';
import { beginTelling } from './telling.ts';
import { openTerminalWorkspace } from './workspace.ts';

const MAX_TITLE = 120;
const NOTHING_TO_DO =
  'There is no task: write what to do, for example `penguin run "fix the failing date test"`.';

/** Does a task in the repository that the terminal stands in. Every ending is an ending; only a fault of ours throws. */
export async function runInTerminal(text: string, house: TerminalHouse): Promise<TerminalEnding> {
  const place = { house, redact: createRedact(house.secrets) };
  const stop = (verdict: Verdict) => endWithoutSession(verdict, place);
  const order = readTask(text);
  if (order === undefined) return stop(wrongConfig(NOTHING_TO_DO));
  const reading = readSettings(terminalSources(house.flags, house.environment));
  if (reading.kind === 'blocked') return stop({ kind: 'blocked', reason: reading.problem });
  if (reading.kind === 'config') return stop(wrongConfig(reading.problem));
  const { settings } = reading;
  warmUp(settings.provider);
  try {
    const opened = await openTerminalWorkspace(place);
    if (opened.kind === 'unusable') return stop(wrongConfig(opened.problem));
    const { workspace } = opened;
    try {
      return await work({ order, settings, workspace }, place);
    } finally {
      await workspace.close();
    }
  } catch (error) {
    return stop(verdictOnError(error, house.signal));
  }
}

async function work(
  { order, settings, workspace }: TerminalWork,
  place: TerminalPlace,
): Promise<TerminalEnding> {
  const { house, redact } = place;
  const sessionId = newSessionId(house.clock.now(), house.newId());
  const title = redact.text(plainLine(order.title, MAX_TITLE));
  const { changedBefore } = workspace;
  const telling = beginTelling({ sessionId, title, order, settings, changedBefore }, house);
  house.onKill(() => telling.session?.environment.kill?.());
  try {
    const talk = await talkInTerminal({ order, settings, workspace }, telling, place);
    const changed = await workspace.changes();
    const verdict = verdictOf(talk, order, changed.length, telling.view().denials);
    return await conclude(telling, { verdict, answer: talk.answer, changed }, place);
  } catch (error) {
    const verdict = verdictOnError(error, house.signal);
    return await conclude(telling, { verdict, answer: '', changed: [] }, place);
  }
}

/** Free text whose calls were denied did not get what it asked for. */
function verdictOf({ end }: Talk, order: Order, changed: number, denied: number): Verdict {
  if (end.kind === 'answered' && changed > 0) return { kind: 'changed', reason: changedReason(changed) };
  return talkVerdict({ end, wantsChange: order.wantsChange || denied > 0, denied }, COMMAND_LINE);
}
