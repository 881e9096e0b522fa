/** The only door that entrances use. */
export type { Ending } from './dispatch/index.ts';
export { finishDeadRun, type House, type IncomingEvent, type Inputs, runEvent } from './dispatch/index.ts';
export type { Clock, Log } from './omnimessage/index.ts';
export { createRedact, printable } from './policy/index.ts';
