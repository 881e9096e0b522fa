/** The only door that entrances use. */
export type {
  Ending,
  Screen,
  TerminalDetail,
  TerminalEnding,
  TerminalHouse,
  TerminalLine,
  Tone,
} from './dispatch/index.ts';
export {
  finishDeadRun,
  type House,
  type IncomingEvent,
  type Inputs,
  listProviders,
  runEvent,
  runInTerminal,
  tellTrace,
} from './dispatch/index.ts';
export type { Clock, Log, Outcome, Redact } from './omnimessage/index.ts';
export { createRedact, printable } from './policy/index.ts';
