/** The clock that the action hands in, with its costs. */
export { systemClock } from '../../../action/system-clock.ts';
