import * as z from 'zod';
import { envelopeOf } from './builders.ts';
import { eventPayload, metaPayload, modelPayload, partialPayload } from './payloads.ts';
import type { OmniMessage, UnknownEvent } from './types.ts';

export type Decoded =
  | { kind: 'message'; message: OmniMessage }
  | { kind: 'unknown_event'; message: UnknownEvent }
  | { kind: 'invalid'; complaint: string };

const anyPayload = z.discriminatedUnion('type', [metaPayload, modelPayload, partialPayload, eventPayload]);

const envelope = z.object({
  timestamp: z.iso.datetime(),
  type: z.enum(['session_meta', 'model_msg', 'event_msg']),
  payload: z.looseObject({ type: z.string() }),
  origin: z.tuple([z.string()], z.string()).exactOptional(),
});

/**
 * Turns unknown JSON into a message, or says precisely what is wrong with it. Events of an unknown type are kept: a newer
 * version wrote them. The message returned is the input itself, unknown fields included, so that what was stored is what is seen.
 */
export function decode(input: unknown): Decoded {
  const outer = envelope.safeParse(input);
  if (!outer.success) return { kind: 'invalid', complaint: describe('message', outer.error) };
  const { type, payload } = outer.data;
  const expected = envelopeOf(payload.type);
  if (expected === undefined && type === 'event_msg') {
    return { kind: 'unknown_event', message: input as UnknownEvent };
  }
  if (expected !== type) {
    const travels = expected === undefined ? `is no ${type}` : `travels as ${expected}, found ${type}`;
    return { kind: 'invalid', complaint: `payload.type: "${payload.type}" ${travels}` };
  }
  const inner = anyPayload.safeParse(payload);
  if (!inner.success) return { kind: 'invalid', complaint: describe(payload.type, inner.error) };
  return { kind: 'message', message: input as OmniMessage };
}

function describe(what: string, error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${[what, ...issue.path.map(String)].join('.')}: ${issue.message}`)
    .join('; ');
}
