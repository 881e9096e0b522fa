import type { Build, OmniMessage, Redact, RedactStream, StopReason } from '../../omnimessage/index.ts';
import type { OutputArchive } from './output-archive.ts';
import { createOutputCap } from './output-cap.ts';

/** How an output is closed. */
export interface Closing {
  status: StopReason;
  keep: 'head' | 'both';
  notes: readonly string[];
  /** Data URLs. */
  images: readonly string[];
}

/**
 * The frame of one output: start, deltas, stop, and the complete message, whose text is the deltas joined. Text is redacted, then capped;
 * notes are redacted and not capped. Messages are collected with `take`.
 */
export interface OutputFrame {
  add(text: string): Promise<void>;
  /** Adds text that begins a line of its own. */
  addLine(text: string): Promise<void>;
  /** Data URLs; they are shown in one delta before the stop. */
  addImages(images: readonly string[]): void;
  close(closing: Closing): Promise<void>;
  /** Closes when `add` or `close` threw: nothing more of the output is shown. */
  abandon(why: string): Promise<void>;
  /** The messages made since the last time. */
  take(): OmniMessage[];
}

export interface FramePorts {
  build: Build;
  redact: Redact;
  toolCallId: string;
  /** In characters. */
  limit: number;
  archive: OutputArchive;
}

export function openOutputFrame({ build, redact, toolCallId, limit, archive }: FramePorts): OutputFrame {
  const head = { type: 'partial_tool_call_output', role: 'user', tool_call_id: toolCallId } as const;
  let redactor: RedactStream | undefined;
  const cap = createOutputCap(limit);
  let made: OmniMessage[] = [build({ ...head, event_type: 'start' })];
  let whole = '';
  let atLineStart = true;
  const pictures: string[] = [];

  function show(text: string): void {
    if (text === '') return;
    whole += text;
    made.push(build({ ...head, event_type: 'delta', output: text }));
  }

  async function add(text: string): Promise<void> {
    if (text === '') return;
    atLineStart = text.endsWith('\n');
    redactor ??= redact.stream();
    await pass(redactor.push(text));
  }

  async function pass(safe: string): Promise<void> {
    if (safe === '') return;
    await archive.push(safe);
    show(cap.push(safe));
  }

  function showNote(note: string): void {
    const lineBreak = whole === '' || whole.endsWith('\n') ? '' : '\n';
    show(`${lineBreak}${note}`);
  }

  function end(status: StopReason): void {
    const images = pictures.length > 0 ? { images: pictures } : {};
    if (pictures.length > 0) made.push(build({ ...head, event_type: 'delta', ...images }));
    made.push(build({ ...head, event_type: 'stop' }));
    made.push(
      build({
        type: 'tool_call_output',
        role: 'user',
        tool_call_id: toolCallId,
        output: whole,
        ...images,
        stop_reason: status,
      }),
    );
  }

  return {
    add,
    addLine: (text) => add(atLineStart ? text : `\n${text}`),
    addImages: (images) => void pictures.push(...images),
    async close({ status, keep, notes, images }) {
      pictures.push(...images);
      await pass(redactor?.flush() ?? '');
      show(cap.finish(keep));
      if (whole === '' && pictures.length === 0) show('[no output]');
      const kept = await archive.finish();
      for (const note of kept === undefined ? notes : [...notes, kept]) showNote(redact.text(note));
      end(status);
    },
    async abandon(why) {
      await archive.finish();
      showNote(why);
      end('failed');
    },
    take() {
      const taken = made;
      made = [];
      return taken;
    },
  };
}
