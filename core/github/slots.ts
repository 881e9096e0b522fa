/** Lets a number of things go on at once; the others wait for their turn. */
export function createSlots(count: number): { take(): Promise<() => void> } {
  const waiting: (() => void)[] = [];
  let free = count;

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  }

  return {
    /** Resolves to what gives the place back. */
    async take() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
  };
}
