import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 64 * 1024;
/** Binary files show themselves in their beginning; text has no NUL. */
const SNIFFED_BYTES = 8 * 1024;

/** A file's bytes from its start in pieces that are the reader's to keep. Ends early when `signal` aborts. */
export async function* fileChunks(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let position = 0; !signal.aborted; ) {
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(CHUNK_BYTES),
      0,
      CHUNK_BYTES,
      position,
    );
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Whether bytes from the start of a file say that it is no text. */
export function looksBinary(start: Buffer): boolean {
  return start.subarray(0, SNIFFED_BYTES).includes(0);
}
