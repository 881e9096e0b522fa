import { join } from 'node:path';
import type { Order } from '../command.ts';
import { converse, type Talk } from '../converse.ts';
import type { Settings } from '../settings.ts';
import { makeAgentFolders } from './agent-folders.ts';
import { askPerson } from './ask-person.ts';
import type { TerminalPlace } from './house.ts';
import { terminalPrompt } from './prompt.ts';
import type { TerminalTelling } from './telling.ts';
import type { TerminalWorkspace } from './workspace.ts';

export interface TerminalWork {
  order: Order;
  settings: Settings;
  workspace: TerminalWorkspace;
}

/** Lets the model work here: the record goes into the folders of this Project, and questions to the person at the terminal. */
export async function talkInTerminal(
  { order, settings, workspace }: TerminalWork,
  telling: TerminalTelling,
  { house, redact }: TerminalPlace,
): Promise<Talk> {
  const { traces, agentState } = makeAgentFolders(house.stateHome, workspace.top);
  const prompt = terminalPrompt(order, workspace, house);
  const ask = house.screen.ask;
  // The tools are there when the first call comes.
  const permission = (name: string) => telling.session?.environment.toolPermission(name);
  const asking = ask === undefined ? {} : { ask: askPerson(ask, permission) };
  return converse(
    { order, prompt, settings, live: telling, traceDir: traces, ...asking },
    {
      house: { ...house, workspaceDir: workspace.top, scratchDir: join(agentState, 'sessions') },
      redact,
    },
  );
}
