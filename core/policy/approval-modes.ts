import type { ApprovalAnswer, ApproveFn, ToolPermission } from '../omnimessage/index.ts';

const APPROVAL_MODES = ['allow-all', 'deny-all', 'read-only', 'always-ask'] as const;

export type ApprovalMode = (typeof APPROVAL_MODES)[number];

export function isApprovalMode(text: string): text is ApprovalMode {
  return APPROVAL_MODES.some((mode) => mode === text);
}

export interface ApprovalModeOptions {
  /** What the environment says of a tool; undefined for one that does not exist. */
  toolPermission(name: string): ToolPermission | undefined;
  /** Asks a person. Without it, `always-ask` denies: nobody is there. */
  ask?: ApproveFn;
}

/**
 * Decides every call by one of the simple modes. The reason of a denial is for the model: it says what would
 * be needed.
 */
export function approveByMode(mode: ApprovalMode, { toolPermission, ask }: ApprovalModeOptions): ApproveFn {
  switch (mode) {
    case 'allow-all':
      return async () => 'allow';
    case 'deny-all':
      return async () => denied(mode, 'no tool may run. Answer from what you know');
    case 'read-only':
      return async ({ payload: { name } }) =>
        toolPermission(name) === 'r' ? 'allow' : denied(mode, readOnlyReason(name));
    case 'always-ask':
      return (
        ask ??
        (async () => denied(mode, 'a person would have to allow this call, and nobody can be asked here'))
      );
  }
}

function readOnlyReason(name: string): string {
  const instead = 'Describe the change instead, or ask for a run in another approval mode';
  return `${name} can change things, and only tools that read may run. ${instead}`;
}

function denied(
  mode: ApprovalMode,
  reason: string,
): { decision: ApprovalAnswer; by: string; reason: string } {
  return { decision: 'deny', by: mode, reason: `Denied by approval mode ${mode}: ${reason}.` };
}
