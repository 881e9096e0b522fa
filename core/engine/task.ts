import type {
  ApproveFn,
  Build,
  Clock,
  EnvironmentInterface,
  LLMInterface,
  OmniMessage,
  Usage,
} from '../omnimessage/index.ts';
import type { Interruption } from './abort.ts';

/** What every part of a running Task shares. */
export interface Task {
  llm: LLMInterface;
  environment: EnvironmentInterface;
  clock: Clock;
  build: Build;
  random: () => number;
  approve: ApproveFn | undefined;
  /** Aborts when the caller aborts, the consumer leaves or the wall time is up. */
  signal: AbortSignal;
  interruption: Interruption;
  /** By the clock's monotonic time. */
  startedAt: number;
  /** Puts a message on the Task's stream; a commit point resolves when it is recorded. */
  emit(message: OmniMessage): Promise<void> | undefined;
  /** The Session's tokens so far, as the model last told. */
  usage: Usage;
}
