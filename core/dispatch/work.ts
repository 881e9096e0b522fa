/** What is loaded once somebody has given an order. */
export { followOrder } from './follow-order.ts';
export { refuse } from './refuse.ts';
