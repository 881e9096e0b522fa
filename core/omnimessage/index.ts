/** The protocol and the ports: every room speaks through this door, and it imports nothing but zod. */

export { createAggregator } from './aggregate.ts';
export { type Build, createBuild, withOrigin } from './builders.ts';
export { type Decoded, decode } from './decode.ts';
export { is, isCommitPoint, isKnown, isPartial, isRecorded } from './guards.ts';
export * from './ports.ts';
export * from './types.ts';
