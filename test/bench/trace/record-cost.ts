export interface AppendInput {
  turns: number;
  warmUp: number;
  passes: number;
  scratch: string;
}

export interface ReadInput {
  file: string;
  warmUp: number;
  passes: number;
}

/** Microseconds of wall time a record, one number a pass; the first passes are for the compiler. */
export async function playPasses(
  { warmUp, passes }: { warmUp: number; passes: number },
  records: number,
  pass: (number: number) => Promise<void> | void,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < warmUp + passes; number++) {
    const began = performance.now();
    await pass(number);
    times.push(((performance.now() - began) * 1000) / records);
  }
  return times.slice(warmUp);
}
