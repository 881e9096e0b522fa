/** What is loaded once somebody is known to give an order. */
export { carryOut } from './carry-out.ts';
export { decline } from './decline.ts';
export { refuse } from './refuse.ts';
export { runTask } from './run-task.ts';
