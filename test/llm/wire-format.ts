/** What the conformance suite needs to know of a protocol's bytes. */

export type WireStep =
  | { text: string[] }
  | { thinking: string[]; signature?: string }
  | { call: { id: string; name: string; arguments: string[] } }
  | { usage: { input: number; output: number; cached?: number } }
  | { finish: 'stop' | 'calls' | 'length' | 'filter' };

/** One thing that a request sent, in order: its kind, then its contents. */
export type SentItem =
  | ['system', string]
  | ['user', string]
  | ['image', string]
  | ['assistant', string]
  | ['thinking', string, string]
  | ['call', string, string, string]
  | ['output', string, string];

export interface Complaint {
  type: string;
  message: string;
  code?: string;
}

export interface WireFormat {
  name: string;
  clientType: string;
  path: string;
  /** The answer as its frames: what begins a stream, the steps, what ends it. */
  answer(steps: WireStep[]): string[];
  /** The beginning of an answer, up to the middle of its last step. */
  begun(steps: WireStep[]): string[];
  /** How an answer goes on and ends that has begun. */
  ended(finish: WireStep): string[];
  /** What ends a stream, without a finish. */
  closing: string[];
  /** Keep-alives and events from the future. */
  noise: string[];
  errorBody(complaint: Complaint): string;
  errorFrame(complaint: Complaint): string;
  /** What a request's body says, in order. */
  sent(body: string): SentItem[];
  /** How a request's body names the output cap. */
  sentCap(body: string): unknown;
  /** The stored seal of a thinking that was streamed with `signature`. */
  fidelity(signature: string): Record<string, string>;
}

/** A JSON event. */
export function frame(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}
