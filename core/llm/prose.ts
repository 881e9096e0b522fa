/** The text or thinking segment that is open: at most one is, and here is decided where the upstream's pieces part. */
import type { Build, OmniMessage, StopReason } from '../omnimessage/index.ts';
import type { Fidelity } from './fidelity.ts';
import { mergeFidelity, sameFidelity } from './fidelity.ts';
import type { UpstreamEvent } from './upstream.ts';

type Piece = Extract<UpstreamEvent, { type: 'text' | 'thinking' }>;

interface Segment {
  type: Piece['type'];
  pieces: string[];
  fidelity: Fidelity | undefined;
}

export interface Prose {
  add(piece: Piece): void;
  /** Ends the open segment, if one is. */
  close(reason: StopReason): void;
}

export function createProse(build: Build, emit: (message: OmniMessage) => void): Prose {
  let open: Segment | undefined;

  function close(reason: StopReason): void {
    if (open === undefined) return;
    emit(build(borderPayload(open.type, 'stop')));
    emit(build(completePayload(open, reason)));
    open = undefined;
  }

  function begin(type: Piece['type']): Segment {
    close('completed');
    emit(build(borderPayload(type, 'start')));
    open = { type, pieces: [], fidelity: undefined };
    return open;
  }

  return {
    add(piece) {
      const { type, text, fidelity } = piece;
      if (text === '' && fidelity === undefined) return;
      const segment = open !== undefined && continues(open, piece) ? open : begin(type);
      segment.fidelity = mergeFidelity(segment.fidelity, fidelity);
      if (text !== '') {
        segment.pieces.push(text);
        emit(build(deltaPayload(type, text)));
      }
      if (type === 'text' && fidelity?.signature !== undefined) close('completed');
    },
    close,
  };
}

/** Thinking parts where another fidelity begins, text where another phase does. What carries none goes on. */
function continues(segment: Segment, piece: Piece): boolean {
  if (segment.type !== piece.type) return false;
  if (segment.fidelity === undefined || piece.fidelity === undefined) return true;
  if (piece.type === 'thinking') return sameFidelity(segment.fidelity, piece.fidelity);
  const { phase } = piece.fidelity;
  return (
    phase === undefined || segment.fidelity.phase === undefined || sameFidelity(segment.fidelity.phase, phase)
  );
}

function borderPayload(type: Piece['type'], event_type: 'start' | 'stop') {
  return { type: `partial_${type}`, role: 'assistant', event_type } as const;
}

function deltaPayload(type: Piece['type'], text: string) {
  const partial = { role: 'assistant', event_type: 'delta' } as const;
  return type === 'text'
    ? ({ type: 'partial_text', ...partial, text } as const)
    : ({ type: 'partial_thinking', ...partial, thinking: text } as const);
}

function completePayload({ type, pieces, fidelity }: Segment, stop_reason: StopReason) {
  const content = pieces.join('');
  const rest = { role: 'assistant', ...(fidelity === undefined ? {} : { fidelity }), stop_reason } as const;
  return type === 'text'
    ? ({ type: 'text', text: content, ...rest } as const)
    : ({ type: 'thinking', thinking: content, ...rest } as const);
}
