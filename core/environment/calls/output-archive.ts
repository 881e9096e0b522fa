import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** What is kept of one output. */
const MAX_ARCHIVE_BYTES = 8 * 1024 * 1024;

/** Keeps the full text of an output that turns out too long to show. */
export interface OutputArchive {
  push(text: string): Promise<void>;
  /** Closes the file; says where the text is, or why it could not be kept. Nothing when the output was short. */
  finish(): Promise<string | undefined>;
}

type State =
  | { kind: 'waiting'; text: string }
  | { kind: 'writing'; file: FileHandle; room: number }
  | { kind: 'full'; file: FileHandle }
  | { kind: 'failed'; why: string };

export interface ArchivePlace {
  /** An existing folder. */
  folder: string;
  /** A new, unguessable name: what lies in the folder may have been put there by a command. */
  name: string;
  /** How the path is told to the model. */
  shownAs: string;
}

/** No file is made before the output is longer than `limit` characters. */
export function createOutputArchive(limit: number, place: ArchivePlace): OutputArchive {
  let state: State = { kind: 'waiting', text: '' };

  async function take(text: string): Promise<State> {
    switch (state.kind) {
      case 'waiting': {
        const whole = state.text + text;
        if (whole.length <= limit) return { kind: 'waiting', text: whole };
        const file = await open(join(place.folder, place.name), 'wx', 0o600);
        state = { kind: 'writing', file, room: MAX_ARCHIVE_BYTES };
        return write(file, MAX_ARCHIVE_BYTES, whole);
      }
      case 'writing':
        return write(state.file, state.room, text);
      case 'full':
      case 'failed':
        return state;
    }
  }

  async function close(): Promise<void> {
    if (state.kind === 'writing' || state.kind === 'full') await state.file.close();
  }

  async function orFail(act: () => Promise<State>): Promise<void> {
    try {
      state = await act();
    } catch (error) {
      state = { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    push: (text) => orFail(() => take(text)),
    async finish() {
      await orFail(async () => {
        await close();
        return state;
      });
      return describe(state, place.shownAs);
    },
  };
}

async function write(file: FileHandle, room: number, text: string): Promise<State> {
  const bytes = Buffer.from(text);
  const fitting = bytes.subarray(0, room);
  await file.writeFile(fitting);
  return bytes.length > room
    ? { kind: 'full', file }
    : { kind: 'writing', file, room: room - fitting.length };
}

function describe(state: State, path: string): string | undefined {
  switch (state.kind) {
    case 'waiting':
      return undefined;
    case 'writing':
      return `[the full output is in ${path}]`;
    case 'full':
      return `[the first ${MAX_ARCHIVE_BYTES} bytes of the output are in ${path}]`;
    case 'failed':
      return `[the full output could not be kept: ${state.why}]`;
  }
}
