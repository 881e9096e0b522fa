export type { Ending } from './ending.ts';
export { finishDeadRun } from './finish-dead-run.ts';
export type { House, Inputs } from './house.ts';
export type { IncomingEvent } from './incoming.ts';
export { runEvent } from './run-event.ts';
