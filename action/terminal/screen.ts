import type { Screen, TerminalLine } from '../../core/index.ts';
import type { Dialogue } from './dialogue.ts';
import type { Pipe } from './pipe.ts';

const REDRAW_MS = 1_000;
const CLEAR_LINE = '\r\u001b[2K';
/** A line that is longer than the terminal is wide is cut by it, and so stays one line that can be cleared. */
const NO_WRAP = '\u001b[?7l';
const WRAP = '\u001b[?7h';

export interface ScreenParts {
  pipe: Pick<Pipe, 'write' | 'redraws'>;
  paint: (line: TerminalLine) => string;
  /** Absent where nobody can be asked. */
  dialogue?: Dialogue;
}

/** Lines one after the other, and on a terminal a last one that changes. While a question is open, lines wait. */
export function createScreen({ pipe, paint, dialogue }: ScreenParts): Screen {
  let render: (() => TerminalLine) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let held: TerminalLine[] | undefined;

  const clear = () => {
    if (pipe.redraws && render !== undefined) pipe.write(CLEAR_LINE);
  };
  const draw = () => {
    if (!pipe.redraws || render === undefined || held !== undefined) return;
    pipe.write(CLEAR_LINE + NO_WRAP + paint(render()) + WRAP);
  };
  const show = (line: TerminalLine) => pipe.write(`${paint(line)}\n`);

  const screen: Screen = {
    line(line) {
      if (held !== undefined) {
        held.push(line);
        return;
      }
      clear();
      show(line);
      draw();
    },
    live(next) {
      clear();
      clearInterval(timer);
      render = next;
      if (next === undefined || !pipe.redraws) return;
      timer = setInterval(draw, REDRAW_MS);
      draw();
    },
  };
  if (dialogue === undefined) return screen;

  return {
    ...screen,
    async ask(lines) {
      clear();
      held = [];
      pipe.write(lines.map(paint).join('\n'));
      const typed = await dialogue.next();
      // Nobody has ended the line.
      if (typed === undefined) pipe.write('\n');
      const waited = held;
      held = undefined;
      for (const line of waited) show(line);
      draw();
      return typed;
    },
  };
}
