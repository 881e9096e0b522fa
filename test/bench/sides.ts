/** What runs in a process of its own. Each row loads only its own side, so that a floor stays bare. */
const SIDES = {
  'session-turns': async () => (await import('./turn/session-turns.ts')).sessionTurns,
  'bare-turns': async () => (await import('./turn/bare-turns.ts')).bareTurns,
  'session-stream': async () => (await import('./streaming/session-stream.ts')).sessionStream,
  'bare-stream': async () => (await import('./streaming/bare-stream.ts')).bareStream,
  'session-settling': async () => (await import('./streaming/session-settling.ts')).sessionSettling,
  'session-memory': async () => (await import('./memory/session-memory.ts')).sessionMemory,
  'bare-memory': async () => (await import('./memory/peak.ts')).bareMemory,
  'trace-append': async () => (await import('./trace/trace-append.ts')).traceAppend,
  'bare-append': async () => (await import('./trace/bare-append.ts')).bareAppend,
  'trace-read': async () => (await import('./trace/trace-read.ts')).traceRead,
  'bare-read': async () => (await import('./trace/bare-read.ts')).bareRead,
};

type Sides = typeof SIDES;
export type SideName = keyof Sides;
type SideFunction<K extends SideName> = Awaited<ReturnType<Sides[K]>>;
export type SideInput<K extends SideName> = Parameters<SideFunction<K>>[0];
export type SideResult<K extends SideName> = Awaited<ReturnType<SideFunction<K>>>;

/** Plays one side in this process and prints its result. */
export async function playSide([name = '', input = '{}']: string[]): Promise<void> {
  if (!isSideName(name)) throw new Error(`there is no side "${name}"`);
  const side: (input: never) => unknown = await SIDES[name]();
  // `runSide` sends what this very side takes; its type says so there, and is lost on the way.
  process.stdout.write(JSON.stringify(await side(JSON.parse(input) as never)));
}

function isSideName(name: string): name is SideName {
  return Object.hasOwn(SIDES, name);
}
