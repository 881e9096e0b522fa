import type { ApproveFn, OmniMessage, ToolCallPayload, ToolPermission } from '../../omnimessage/index.ts';
import { terminalAskAgain, terminalQuestion } from '../../render/index.ts';
import { approvalClass } from './approval-class.ts';
import type { Screen } from './house.ts';
import { readAnswer } from './read-answer.ts';

const BY = 'terminal';
const NO_ANSWER = 'Tool call denied: the person at the terminal gave no answer.';

/**
 * Asks the person at the terminal about each call that can change something, and remembers what they allowed for always, as long as the
 * run lasts.
 */
export function askPerson(
  ask: NonNullable<Screen['ask']>,
  toolPermission: (name: string) => ToolPermission | undefined,
): ApproveFn {
  const always = new Set<string>();

  return async ({ payload: call }: OmniMessage<ToolCallPayload>) => {
    if (toolPermission(call.name) === 'r') return 'allow';
    const { key, words } = approvalClass(call);
    if (always.has(key)) return { decision: 'allow', by: BY };
    let typed = await ask(terminalQuestion(call, words));
    for (;;) {
      const answer = readAnswer(typed);
      switch (answer.kind) {
        case 'always':
          always.add(key);
          return { decision: 'allow', by: BY };
        case 'yes':
          return { decision: 'allow', by: BY };
        case 'no':
          return { decision: 'deny', by: BY, ...(answer.words === '' ? {} : { reason: answer.words }) };
        case 'none':
          return { decision: 'deny', by: BY, reason: NO_ANSWER };
        case 'unclear':
          typed = await ask(terminalAskAgain(words));
      }
    }
  };
}
