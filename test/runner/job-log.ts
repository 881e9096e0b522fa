import type { Masks } from './masks.ts';

export interface JobLog {
  /** Adds a line to what people see, masked by what is hidden at that moment. */
  line(text: string): void;
  /** Adds to what the action wrote, as it wrote it. */
  raw(text: string): void;
  shown(): string;
  written(): string;
  /** Resolves when a line that fits has been shown; rejects when the log ends without one. */
  logged(pattern: RegExp): Promise<void>;
  end(): void;
}

export function jobLog(masks: Masks): JobLog {
  const lines: string[] = [];
  const texts: string[] = [];
  const waiting = new Set<{ pattern: RegExp; resolve: () => void; reject: (error: Error) => void }>();
  return {
    line(text) {
      const shown = masks.apply(text);
      lines.push(shown);
      for (const waiter of [...waiting].filter(({ pattern }) => pattern.test(shown))) {
        waiting.delete(waiter);
        waiter.resolve();
      }
    },
    raw: (text) => void texts.push(text),
    shown: () => lines.map((line) => `${line}\n`).join(''),
    written: () => texts.join(''),
    logged(pattern) {
      if (lines.some((line) => pattern.test(line))) return Promise.resolve();
      return new Promise((resolve, reject) => waiting.add({ pattern, resolve, reject }));
    },
    end() {
      for (const { pattern, reject } of waiting) {
        reject(new Error(`the log ended without ${pattern}:\n${lines.join('\n')}`));
      }
      waiting.clear();
    },
  };
}
