import type { HeardWords } from '../render/index.ts';
import type { LiveReport } from './live-report.ts';

/** What people said on the way, as the Report tells it and the last phase would. */
export interface Heard {
  /** Taken up, from now on in the Report; the model has not seen it yet. */
  add(words: HeardWords): void;
  /** It was somebody else's after all. */
  drop(words: HeardWords): void;
  /** Handed to the Session, which reads what it is handed in order. */
  handed(words: HeardWords): void;
  /** The model reads what was handed over next. */
  seen(turn: number): void;
  /** The Session is over and has not got to the last `count` that it was handed. */
  unseen(count: number): void;
}

export function openHeard(live: LiveReport): Heard {
  let all: readonly HeardWords[] = [];
  let inOrder: readonly HeardWords[] = [];
  let next = 0;

  function tell(words: readonly HeardWords[]): void {
    all = words;
    live.remember({ heard: all });
    live.know({ heard: all });
  }
  function change(from: HeardWords, to: HeardWords): void {
    inOrder = inOrder.map((words) => (words === from ? to : words));
    tell(all.map((words) => (words === from ? to : words)));
  }

  return {
    add: (words) => tell([...all, words]),
    drop: (words) => tell(all.filter((other) => other !== words)),
    handed(words) {
      inOrder = [...inOrder, words];
    },
    seen(turn) {
      const words = inOrder[next];
      next += 1;
      if (words !== undefined) change(words, { ...words, turn });
    },
    unseen(count) {
      for (const words of inOrder.slice(inOrder.length - count)) {
        const { turn: _, ...unseen } = words;
        change(words, unseen);
      }
    },
  };
}
