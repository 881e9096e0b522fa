import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Clock, OVER } from '../../omnimessage/index.ts';
import { createAnsiStripper } from './strip-ansi.ts';

/** After the command's end only a process that could not be ended still holds the pipe: so long may it be silent. */
const QUIET_MS = 250;

/**
 * What a command wrote, as text without terminal escapes. Ends at the end of the pipe or, once `over` aborts (the command ended), when
 * the pipe is read empty: a process that holds it must not hold the call. Read only as fast as it is consumed.
 */
export async function* readCommandOutput(
  reader: Socket,
  over: AbortSignal,
  clock: Clock,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const stripped = createAnsiStripper();
  try {
    for (;;) {
      const chunk: Buffer | null = reader.read();
      const text = chunk === null ? '' : stripped(decoder.decode(chunk, { stream: true }));
      if (text !== '') yield text;
      if (chunk === null && (isFinished(reader) || !(await moreComes(reader, over, clock)))) break;
    }
    if (reader.errored !== null) throw reader.errored;
    const rest = stripped(decoder.decode());
    if (rest !== '') yield rest;
  } finally {
    reader.destroy();
  }
}

function isFinished(reader: Socket): boolean {
  return reader.readableEnded || reader.destroyed;
}

async function moreComes(reader: Socket, over: AbortSignal, clock: Clock): Promise<boolean> {
  if (await happens(reader, over)) return true;
  const calm = new AbortController();
  // A process that was held up finds its timers due before it looks at its pipes: silence counts after one look more.
  const silence = clock
    .sleep(QUIET_MS, calm.signal)
    .then(() => setImmediate())
    .then(() => calm.abort(OVER));
  const more = await happens(reader, calm.signal);
  calm.abort(OVER);
  await silence;
  return more;
}

/** True at the next sign of the pipe, its end included; false when `signal` aborts first. */
function happens(reader: Socket, signal: AbortSignal): Promise<boolean> {
  const signs = ['readable', 'end', 'close'];
  return new Promise((resolve) => {
    const settle = (sign: boolean) => {
      for (const name of signs) reader.off(name, seen);
      signal.removeEventListener('abort', unseen);
      resolve(sign);
    };
    const seen = () => settle(true);
    const unseen = () => settle(false);
    for (const name of signs) reader.on(name, seen);
    signal.addEventListener('abort', unseen);
    if (signal.aborted) unseen();
  });
}
