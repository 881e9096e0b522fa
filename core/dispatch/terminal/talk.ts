import { join } from 'node:path';
import { createBuild } from '../../omnimessage/index.ts';
import { approveByMode } from '../../policy/index.ts';
import type { Order } from '../command.ts';
import { type Talk, tell } from '../converse.ts';
import { openSession } from '../open-session.ts';
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
  const here = { ...house, workspaceDir: workspace.top, scratchDir: join(agentState, 'sessions') };
  const session = await openSession({ settings, live: telling, traceDir: traces }, { house: here, redact });
  const toolPermission = (name: string) => session.environment.toolPermission(name);
  const { ask } = house.screen;
  const approve = approveByMode(order.readOnly ? 'read-only' : settings.approvalMode, {
    toolPermission,
    ...(ask === undefined ? {} : { ask: askPerson(ask, toolPermission) }),
  });
  const text = terminalPrompt(order, workspace, house);
  const prompt = createBuild(house.clock.now)({ type: 'text', role: 'user', text, sender: 'user' });
  return tell(session.run([prompt], { approve, signal: house.signal }), [telling]);
}
