import type { OmniMessage } from '../omnimessage/index.ts';
import { isPartial } from '../omnimessage/index.ts';
import type { ModelMessage, Role } from './upstream.ts';

export interface Turn {
  role: Role;
  messages: ModelMessage[];
}

export function isModelMessage(message: OmniMessage): message is ModelMessage {
  return message.type === 'model_msg' && !isPartial(message);
}

/** A half call was never dispatched and has no output, and no upstream takes a call without one. */
export function isSendable({ payload }: ModelMessage): boolean {
  return payload.type !== 'tool_call' || (payload.stop_reason ?? 'completed') === 'completed';
}

/** The sendable model messages among `messages`, parted where the role changes. */
export function splitTurns(messages: OmniMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages.filter(isModelMessage).filter(isSendable)) {
    const { role } = message.payload;
    const last = turns.at(-1);
    if (last?.role === role) last.messages.push(message);
    else turns.push({ role, messages: [message] });
  }
  return turns;
}
