import type { Fidelity } from './fidelity.ts';
import { countField, field, isObject, textField } from './json.ts';
import type { UpstreamEvent } from './upstream.ts';
import { MalformedAnswer } from './upstream-error.ts';

interface Call {
  /** Ours, counted up: the upstream's index may come twice. */
  index: number;
  id: string;
  /** Empty until it came; the call is told of from then on. */
  name: string;
}

type Emit = (event: UpstreamEvent) => void;

/**
 * The tool call deltas of chat completions. The format never says that a call is whole; that the next one
 * begins does.
 */
export interface CallReader {
  read(deltas: unknown[]): void;
  /** At the answer's finish: a call that never got a name cannot be given out. */
  finish(): void;
}

export function createCallReader(emit: Emit): CallReader {
  const calls: Call[] = [];
  const byUpstreamIndex = new Map<number, Call>();

  /**
   * Most upstreams number their calls. Some number them all 0 and some not at all: then a new id with a name
   * begins one.
   */
  function find(delta: unknown): Call | undefined {
    const upstreamIndex = countField(delta, 'index');
    const known = upstreamIndex === undefined ? calls.at(-1) : byUpstreamIndex.get(upstreamIndex);
    const id = textField(delta, 'id');
    const another = id !== '' && known?.id !== '' && id !== known?.id && functionField(delta, 'name') !== '';
    return another ? undefined : known;
  }

  function begin(delta: unknown): Call {
    const before = calls.at(-1);
    if (before !== undefined) emit({ type: 'call_end', index: before.index });
    const call = { index: calls.length, id: '', name: '' };
    calls.push(call);
    byUpstreamIndex.set(countField(delta, 'index') ?? call.index, call);
    return call;
  }

  function readOne(delta: unknown): void {
    const call = find(delta) ?? begin(delta);
    if (call.name === '') introduce(call, delta, emit);
    const text = functionField(delta, 'arguments');
    if (text === '') return;
    if (call.name === '') throw new MalformedAnswer('the arguments of a tool call came before its name');
    emit({ type: 'call_delta', index: call.index, arguments: text });
  }

  return {
    read(deltas) {
      for (const delta of deltas) readOne(delta);
    },
    finish() {
      if (calls.some(({ name }) => name === '')) throw new MalformedAnswer('a tool call has no name');
    },
  };
}

function introduce(call: Call, delta: unknown, emit: Emit): void {
  call.id ||= textField(delta, 'id');
  call.name = functionField(delta, 'name');
  if (call.name === '') return;
  // Gemini signs its calls here and refuses a call that comes back without.
  const extra = field(delta, 'extra_content');
  const fidelity = isFidelity(extra) ? { fidelity: { extra_content: extra } } : {};
  emit({ type: 'call_start', index: call.index, id: call.id, name: call.name, ...fidelity });
}

function functionField(delta: unknown, name: 'name' | 'arguments'): string {
  return textField(field(delta, 'function'), name);
}

/** It was parsed from JSON, so its fields are JSON. */
function isFidelity(value: unknown): value is Fidelity {
  return isObject(value);
}
