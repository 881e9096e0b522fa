import type { EnvelopeType, OmniMessage, Payload, PayloadType } from './types.ts';

/** Which outer type carries each payload. */
const ENVELOPES = {
  session_meta: 'session_meta',
  text: 'model_msg',
  thinking: 'model_msg',
  inline_thinking: 'model_msg',
  tool_call: 'model_msg',
  tool_call_output: 'model_msg',
  image_url: 'model_msg',
  inline_data: 'model_msg',
  partial_text: 'model_msg',
  partial_thinking: 'model_msg',
  partial_tool_call: 'model_msg',
  partial_tool_call_output: 'model_msg',
  request_begin: 'event_msg',
  request_end: 'event_msg',
  token_usage: 'event_msg',
  approval_decision: 'event_msg',
  approval_request: 'event_msg',
  approval_claimed: 'event_msg',
  abort: 'event_msg',
  compaction_begin: 'event_msg',
  compaction_end: 'event_msg',
  tool_list_ready: 'event_msg',
  mcp_connect_begin: 'event_msg',
  mcp_connect_end: 'event_msg',
  subagent: 'event_msg',
  goal_finished: 'event_msg',
  suspended: 'event_msg',
  resumed: 'event_msg',
  plan: 'event_msg',
  limit: 'event_msg',
  hook: 'event_msg',
  outcome: 'event_msg',
} as const satisfies Record<PayloadType, EnvelopeType>;

/** The outer type that carries payloads of `type`; nothing for a type that this version does not know. */
export function envelopeOf(type: string): EnvelopeType | undefined {
  return isPayloadType(type) ? ENVELOPES[type] : undefined;
}

function isPayloadType(type: string): type is PayloadType {
  return Object.hasOwn(ENVELOPES, type);
}

/** Puts a payload into its envelope. The only maker of messages. */
export type Build = <P extends Payload>(payload: P) => OmniMessage<P>;

/** A builder on an injected clock, so that tests and replays pin time. */
export function createBuild(now: () => Date): Build {
  // Streams build thousands of messages within a millisecond; formatting a date costs more than the rest of a delta.
  let lastTime = Number.NaN;
  let lastStamp = '';
  return (payload) => {
    const time = now();
    if (time.getTime() !== lastTime) {
      lastTime = time.getTime();
      lastStamp = time.toISOString();
    }
    return { timestamp: lastStamp, type: ENVELOPES[payload.type], payload };
  };
}

/** The same message seen from outside the Session `sessionId`: one hop is put in front of its origin. */
export function withOrigin<P extends Payload>(message: OmniMessage<P>, sessionId: string): OmniMessage<P> {
  return { ...message, origin: [sessionId, ...(message.origin ?? [])] };
}
