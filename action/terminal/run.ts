import { printable, runInTerminal, type TerminalDetail } from '../../core/index.ts';
import { cancellation } from '../cancellation.ts';
import { createDialogue } from './dialogue.ts';
import { exitCode, USAGE } from './exit-code.ts';
import { RUN_FLAGS } from './flags.ts';
import { runHelp } from './help.ts';
import { openHouse } from './house.ts';
import { jsonLine } from './json-line.ts';
import { createPaint } from './paint.ts';
import type { Outputs } from './perform.ts';
import type { Pipe } from './pipe.ts';
import { readFlags } from './read-flags.ts';
import { createScreen } from './screen.ts';

const COMMAND = 'penguin run';

/** `penguin run`: one task in the repository here. */
export async function run(args: string[], { out, err, redact }: Outputs): Promise<number> {
  const reading = readFlags(args, RUN_FLAGS, COMMAND);
  if (reading.kind === 'wrong') return wrong(reading.problem, err);
  const { values, on, words } = reading;
  if (on.has('help')) {
    out.write(await runHelp());
    return 0;
  }
  if (on.has('quiet') && on.has('verbose')) {
    return wrong('--quiet and --verbose contradict each other: write one of them.', err);
  }

  // With --json stdout is for the one line alone.
  const pipe = on.has('json') ? err : out;
  const { signal, onKill } = stopping(pipe);
  const screen = createScreen({
    pipe,
    paint: createPaint(redact, pipe.redraws && !process.env.NO_COLOR),
    ...(canAsk(pipe) ? { dialogue: createDialogue(process.stdin, signal) } : {}),
  });
  const flags = { ...values, ...(on.has('unsafe') ? { unsafe: 'true' } : {}) };
  const house = openHouse(process.env, { flags, detail: detailOf(on), screen, signal, onKill });
  const ending = await runInTerminal(words.join(' '), house);
  if (on.has('json')) out.write(redact.text(jsonLine(ending)));
  return exitCode(ending.outcome);
}

function wrong(problem: string, err: Pipe): number {
  err.write(`${printable(problem)}\n`);
  return USAGE;
}

/** Stopped by a signal, or because nobody reads on; a second signal does not wait for anything. */
function stopping(pipe: Pipe): { signal: AbortSignal; onKill: (kill: () => void) => void } {
  let killAll: (() => void) | undefined;
  const cancelled = cancellation({
    // Without a handler a closed terminal would end us and leave the children.
    signals: ['SIGINT', 'SIGTERM', 'SIGHUP'],
    beforeExit: () => killAll?.(),
  });
  return {
    signal: AbortSignal.any([cancelled, pipe.broken]),
    onKill: (kill) => {
      killAll = kill;
    },
  };
}

function canAsk(pipe: Pipe): boolean {
  return pipe.isTerminal && process.stdin.isTTY === true;
}

function detailOf(on: ReadonlySet<string>): TerminalDetail {
  if (on.has('quiet')) return 'quiet';
  return on.has('verbose') ? 'verbose' : 'steps';
}
