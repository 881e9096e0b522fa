import { type Build, is, type OmniMessage } from '../omnimessage/index.ts';

const OPEN = '[user_steering]';
const CLOSE = '[/user_steering]';

/**
 * What people say to a Task while it runs. It is put in at any time and taken out where the next Request's input is put together; what
 * a Task did not deliver waits for the next one.
 */
export interface Steering {
  /** A Task begins: from now on it can be told something. */
  open(): void;
  /** Whether a Task runs that may still put an input together. */
  isOpen(): boolean;
  /** Takes user messages in. False when they could not be delivered any more; then nothing is kept. */
  offer(messages: readonly OmniMessage[]): boolean;
  hasWaiting(): boolean;
  /** What waits, oldest first, as the model is to read it. */
  take(build: Build): OmniMessage[];
  /** The Task is over, or its last input is put together: nothing more comes in. Idempotent. */
  close(): void;
  /** What no committed Request has taken, oldest first and as it was offered; `pending` is the input that is kept. */
  undelivered(pending: readonly OmniMessage[]): OmniMessage[];
}

export function createSteering(): Steering {
  let isOpen = false;
  let waiting: OmniMessage[] = [];
  /** As the model reads it, with what was offered. */
  let taken: [marked: OmniMessage, offered: OmniMessage][] = [];
  return {
    open() {
      isOpen = true;
    },
    isOpen: () => isOpen,
    offer(messages) {
      if (isOpen) waiting.push(...messages);
      return isOpen;
    },
    hasWaiting: () => waiting.length > 0,
    take(build) {
      const marked = waiting.map((offered): [OmniMessage, OmniMessage] => [mark(offered, build), offered]);
      waiting = [];
      taken.push(...marked);
      return marked.map(([message]) => message);
    },
    close() {
      isOpen = false;
    },
    undelivered(pending) {
      taken = taken.filter(([marked]) => pending.includes(marked));
      return [...taken.map(([, offered]) => offered), ...waiting];
    },
  };
}

/** Whether a message of the stream is what somebody said on the way. */
export function isSteering(message: OmniMessage): boolean {
  return is(message, 'text') && message.payload.role === 'user' && message.payload.text.startsWith(OPEN);
}

function mark(message: OmniMessage, build: Build): OmniMessage {
  if (!is(message, 'text')) return build(message.payload);
  return build({ ...message.payload, text: [OPEN, message.payload.text, CLOSE].join('\n') });
}
