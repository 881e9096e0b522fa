import { envelopeOf } from './builders.ts';
import type { OmniMessage, PartialPayload, Payload, PayloadOf, PayloadType, UnknownEvent } from './types.ts';

/** Narrows a message by its payload type: `is(message, 'tool_call')`. */
export function is<T extends PayloadType>(
  message: OmniMessage,
  type: T,
): message is OmniMessage<PayloadOf<T>> {
  return message.payload.type === type;
}

/** Whether this version knows the type of a message that was read. */
export function isKnown(message: OmniMessage | UnknownEvent): message is OmniMessage {
  return envelopeOf(message.payload.type) !== undefined;
}

export function isPartialPayload(payload: Payload): payload is PartialPayload {
  return payload.type.startsWith('partial_');
}

export function isPartial(message: OmniMessage): message is OmniMessage<PartialPayload> {
  return isPartialPayload(message.payload);
}

/**
 * Whether a message must be on disk before the engine goes on (write-ahead): no tool starts before its
 * decision is recorded, and no Request counts as committed before its end is.
 */
export function isCommitPoint(message: OmniMessage): boolean {
  switch (message.payload.type) {
    case 'approval_decision':
    case 'approval_claimed':
    case 'tool_call_output':
    case 'request_end':
      return message.origin === undefined;
    default:
      return false;
  }
}

/** Whether a trace keeps a message: complete model messages and events of this Session, never partials or a child's. */
export function isRecorded(message: OmniMessage): boolean {
  return message.origin === undefined && !isPartial(message);
}
