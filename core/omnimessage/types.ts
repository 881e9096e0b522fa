/** The protocol's types. One envelope, three outer types; the trace, the Report and the engine all speak it. */
import type * as z from 'zod';
import type {
  approvalDecision,
  eventPayload,
  metaPayload,
  modelPayload,
  outcomeKind,
  partialPayload,
  planItem,
  stopReason,
  toolDefinition,
  usageCounts,
} from './payloads.ts';

export type StopReason = z.infer<typeof stopReason>;
export type ApprovalDecision = z.infer<typeof approvalDecision>;
export type OutcomeKind = z.infer<typeof outcomeKind>;
export type UsageCounts = z.infer<typeof usageCounts>;
export type ToolDefinition = z.infer<typeof toolDefinition>;
export type PlanItem = z.infer<typeof planItem>;

export type MetaPayload = z.infer<typeof metaPayload>;
export type ModelPayload = z.infer<typeof modelPayload>;
export type PartialPayload = z.infer<typeof partialPayload>;
export type EventPayload = z.infer<typeof eventPayload>;
export type Payload = MetaPayload | ModelPayload | PartialPayload | EventPayload;
export type PayloadType = Payload['type'];

/** The payload whose `type` is `T`. */
export type PayloadOf<T extends PayloadType> = Extract<Payload, { type: T }>;

export type TextPayload = PayloadOf<'text'>;
export type ToolCallPayload = PayloadOf<'tool_call'>;
export type ToolCallOutputPayload = PayloadOf<'tool_call_output'>;
export type OutcomePayload = PayloadOf<'outcome'>;

/** Which outer type carries a payload. */
export type EnvelopeType = 'session_meta' | 'model_msg' | 'event_msg';

/** Child Session ids, outer to inner. The main Session's messages have no origin at all. */
export type Origin = [string, ...string[]];

export interface OmniMessage<P extends Payload = Payload> {
  /** ISO-8601, UTC. */
  timestamp: string;
  type: EnvelopeType;
  payload: P;
  origin?: Origin;
}

/** An event of a type that this version does not know: kept when read, so that a newer trace loses nothing. */
export interface UnknownEvent {
  timestamp: string;
  type: 'event_msg';
  payload: { type: string; [field: string]: unknown };
  origin?: Origin;
}
