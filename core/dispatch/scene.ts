import type { GitHub, ThreadTrigger, Trigger } from '../github/index.ts';
import type { Redact } from '../omnimessage/index.ts';
import type { House } from './house.ts';

/** Where an admitted order is worked on. */
export interface Scene {
  trigger: Exclude<Trigger, { kind: 'none' }>;
  github: GitHub;
  house: House;
  /** Knows the secrets of this run. */
  redact: Redact;
  token: string;
}

export type CommentTrigger = Extract<Trigger, { kind: 'comment' }>;

/** A Scene on a Thread. */
export type ThreadScene = Scene & { trigger: ThreadTrigger };

/** A Scene that a comment began. */
export type CommentScene = Scene & { trigger: CommentTrigger };

export function isOnThread(scene: Scene): scene is ThreadScene {
  return 'thread' in scene.trigger;
}

export function isOnComment(scene: Scene): scene is CommentScene {
  return scene.trigger.kind === 'comment';
}
