import { is, type OmniMessage, type Redact } from '../omnimessage/index.ts';

/** Redaction at the entrance: a text is redacted before it is streamed, stored and sent, so that all three are the same. */
export function redactInput(message: OmniMessage, redact: Redact): OmniMessage {
  if (!is(message, 'text')) return message;
  return { ...message, payload: { ...message.payload, text: redact.text(message.payload.text) } };
}

/**
 * Redaction at the last gate: whatever the entrances missed is masked before it is recorded or shown. Fidelity stays as it is, because
 * the upstream takes it back byte for byte or not at all.
 */
export function redactRecord<M extends OmniMessage>(message: M, redact: Redact): M {
  const { payload } = message;
  const fidelity = 'fidelity' in payload ? { fidelity: payload.fidelity } : {};
  const text = JSON.stringify({ ...payload, fidelity: undefined });
  if (redact.text(text) === text) return message;
  const masked = JSON.parse(text, (_, value) => (typeof value === 'string' ? redact.text(value) : value));
  return { ...message, payload: { ...masked, ...fidelity } };
}
