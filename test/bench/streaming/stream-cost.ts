export interface StreamInput {
  deltas: number;
  /** Streams that only warm up. */
  warmUp: number;
  streams: number;
  scratch: string;
}

/** A whole stream, divided by its deltas, in microseconds. */
export interface DeltaCost {
  wall: number;
  cpu: number;
}

/** Plays whole streams one after the other; the first are for the compiler. */
export async function playStreams(
  { deltas, warmUp, streams }: StreamInput,
  play: () => Promise<void>,
): Promise<DeltaCost[]> {
  const costs: DeltaCost[] = [];
  for (let stream = 0; stream < warmUp + streams; stream++) {
    const began = { wall: performance.now(), cpu: process.cpuUsage() };
    await play();
    const { user, system } = process.cpuUsage(began.cpu);
    costs.push({ wall: ((performance.now() - began.wall) * 1000) / deltas, cpu: (user + system) / deltas });
  }
  return costs.slice(warmUp);
}
