import { type FaultName, faults } from '../github/faults.ts';

/** What goes wrong in a run: a kind of fault at one of its calls. */
export interface Case {
  /** An operation and which of its calls, `pulls/create#1`; `model#2`; or `moment#40`, so many requests begun and ended. */
  call: string;
  kind: Kind;
}

export type Kind = FaultName | 'lag' | 'lost-in-lag' | 'cancel-before' | 'cancel-after' | 'cancel';

export const FAULT_KINDS: readonly Kind[] = [...(Object.keys(faults()) as FaultName[]), 'lag', 'lost-in-lag'];
export const CANCEL_KINDS: readonly Kind[] = ['cancel-before', 'cancel-after'];

/** Lists may be behind, and only what makes something can be lost in one. */
const LISTS = /list|^actions\/list/;
const CREATIONS = /create/;

export function nameOf({ call, kind }: Case): string {
  return `${call}:${kind}`;
}

/** Throws on a name that is none. */
export function caseNamed(name: string): Case {
  const [, call, text] = /^([\w/-]+#\d+):([\w-]+)$/.exec(name) ?? [];
  const kind = [...FAULT_KINDS, ...CANCEL_KINDS, 'cancel' as const].find((known) => known === text);
  if (call === undefined || kind === undefined) {
    throw new Error(`there is no case "${name}": write it as pulls/create#1:502-after`);
  }
  return { call, kind };
}

/** Whether a kind can happen at a call at all. */
export function fits({ call, kind }: Case): boolean {
  if (kind === 'lag') return LISTS.test(call);
  if (kind === 'lost-in-lag') return CREATIONS.test(call);
  return true;
}
