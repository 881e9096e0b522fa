export type { TerminalLine, Tone } from '../render/index.ts';
export type { Ending } from './ending.ts';
export type { House, Inputs } from './house.ts';
export type { IncomingEvent } from './incoming.ts';
export { finishDeadRun } from './last-phase.ts';
export { runEvent } from './run-event.ts';
export type { Screen, TerminalDetail, TerminalEnding, TerminalHouse } from './terminal/house.ts';
export { listProviders, runInTerminal, tellTrace } from './terminal.ts';
