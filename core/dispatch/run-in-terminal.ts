/** The terminal's story: a task → the repository here → talk → what changed in it → one ending. Nothing is committed or published. */
import { join } from 'node:path';
import { warmUp } from '../llm/index.ts';
import type { Redact } from '../omnimessage/index.ts';
import { createRedact, plainLine } from '../policy/index.ts';
import { changedReason, terminalNotice } from '../render/index.ts';
import { newSessionId } from '../session/index.ts';
import { makeAgentFolders } from './agent-folders.ts';
import { askPerson } from './ask-person.ts';
import type { Order } from './command.ts';
import { concludeInTerminal, endWithoutSession } from './conclude-in-terminal.ts';
import { converse, type Talk } from './converse.ts';
import { talkVerdict, type Verdict, verdictOnError } from './decide-outcome.ts';
import { wrongConfig } from './decline.ts';
import { readTask } from './read-task.ts';
import { readSettings, type Settings } from './settings.ts';
import type { TerminalEnding, TerminalHouse } from './terminal-house.ts';
import { terminalInputs } from './terminal-inputs.ts';
import { terminalPrompt } from './terminal-prompt.ts';
import { beginTelling, type TerminalTelling } from './terminal-telling.ts';
import { openTerminalWorkspace, type TerminalWorkspace } from './terminal-workspace.ts';
import { COMMAND_LINE } from './wording.ts';

const MAX_TITLE = 120;
const NOTHING_TO_DO =
  'There is no task: write what to do, for example `penguin run "fix the failing date test"`.';

interface Work {
  order: Order;
  settings: Settings;
  workspace: TerminalWorkspace;
  house: TerminalHouse;
  redact: Redact;
}

/** Does a task in the repository that the terminal stands in. Every ending is an ending; only a fault of ours throws. */
export async function runInTerminal(text: string, house: TerminalHouse): Promise<TerminalEnding> {
  const redact = createRedact(house.secrets);
  const stop = (verdict: Verdict) => endWithoutSession(verdict, { house, redact });
  const order = readTask(text);
  if (order === undefined) return stop(wrongConfig(NOTHING_TO_DO));
  const reading = readSettings(terminalInputs(house.flags, house.environment), COMMAND_LINE);
  if (reading.kind === 'blocked') return stop({ kind: 'blocked', reason: reading.problem });
  if (reading.kind === 'config') return stop(wrongConfig(reading.problem));
  const { settings } = reading;
  warmUp(settings.provider);
  try {
    const opened = await openTerminalWorkspace(house, redact);
    if (opened.kind === 'unusable') return stop(wrongConfig(opened.problem));
    const { workspace } = opened;
    try {
      return await work({ order, settings, workspace, house, redact });
    } finally {
      await workspace.close();
    }
  } catch (error) {
    return stop(verdictOnError(error, house.signal));
  }
}

async function work({ order, settings, workspace, house, redact }: Work): Promise<TerminalEnding> {
  const folders = makeAgentFolders(house.stateHome, workspace.top);
  const sessionId = newSessionId(house.clock.now(), house.newId());
  const title = redact.text(plainLine(order.title, MAX_TITLE));
  const telling = beginTelling({ sessionId, order, settings }, { house, title });
  sayWhatWasChanged(workspace, house);
  house.onKill(() => telling.session?.environment.kill?.());
  const finish = (verdict: Verdict, told: Partial<TalkTold> = {}) =>
    concludeInTerminal(
      telling,
      { verdict, answer: told.answer ?? '', changed: told.changed ?? [] },
      { house, redact },
    );
  try {
    const { ask } = house.screen;
    const talk = await converse(
      {
        order,
        prompt: terminalPrompt(order, workspace, house),
        settings,
        live: telling,
        traceDir: folders.traces,
        ...(ask === undefined ? {} : { ask: askPerson(ask, permissionsOf(telling)) }),
      },
      {
        house: { ...house, workspaceDir: workspace.top, scratchDir: join(folders.agentState, 'outputs') },
        redact,
      },
    );
    const changed = await workspace.changes();
    return await finish(verdictOf(talk, order, changed.length, telling), { answer: talk.answer, changed });
  } catch (error) {
    return await finish(verdictOnError(error, house.signal));
  }
}

interface TalkTold {
  answer: string;
  changed: Awaited<ReturnType<TerminalWorkspace['changes']>>;
}

/** The tools are there when the first call comes. */
function permissionsOf(telling: TerminalTelling) {
  return (name: string) => telling.session?.environment.toolPermission(name);
}

function sayWhatWasChanged({ changedBefore }: TerminalWorkspace, { screen, detail }: TerminalHouse): void {
  if (changedBefore === 0 || detail === 'quiet') return;
  const files = changedBefore === 1 ? '1 file has' : `${changedBefore} files have`;
  screen.line(terminalNotice(`${files} changes from before the run; they are not counted as the run’s.`));
}

/** Free text whose calls were denied did not get what it asked for. */
function verdictOf(talk: Talk, order: Order, changed: number, telling: TerminalTelling): Verdict {
  if (talk.end.kind === 'answered' && changed > 0) return { kind: 'changed', reason: changedReason(changed) };
  const denied = telling.view().denials;
  const wantsChange = order.wantsChange || denied > 0;
  return talkVerdict({ end: talk.end, wantsChange, denied }, COMMAND_LINE);
}
