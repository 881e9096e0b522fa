import type { TaskEnd } from '../engine/index.ts';
import { GitHubError, type Publication } from '../github/index.ts';
import type { Outcome } from '../omnimessage/index.ts';
import { WORKFLOW, type Wording } from './wording.ts';

export interface TalkFacts {
  end: TaskEnd;
  /** Whether the order asked for a change; a question is answered without one. */
  wantsChange: boolean;
  /** Calls that were denied. */
  denied: number;
}

export interface TaskFacts extends TalkFacts {
  /** What became of the changed files; undefined when nothing changed or nothing was to be published. */
  publication: Publication | undefined;
  compareUrl: (branch: string) => string;
  /** The login of whoever stopped it by a comment. */
  stoppedBy: string | undefined;
  /** Whether the run was cancelled while its changes were being published. */
  cancelled: boolean;
}

export type Verdict = Omit<Outcome, 'usage'>;

const CANCELLED: Verdict = { kind: 'cancelled', reason: 'The run was cancelled before the task was done.' };

/** How a Task ended, from how its loop ended and what was published. Green means that it was done. */
export function decideOutcome(facts: TaskFacts): Verdict {
  const { end, publication, stoppedBy } = facts;
  if (facts.cancelled && publication !== undefined && publication.kind !== 'published') {
    return { ...CANCELLED, ...(publication.branch === undefined ? {} : { branch: publication.branch }) };
  }
  if (end.kind === 'aborted' && stoppedBy !== undefined) return stopped(stoppedBy);
  return end.kind === 'answered' && publication !== undefined
    ? publicationVerdict(publication, facts.compareUrl)
    : talkVerdict(facts, WORKFLOW);
}

/** How a Task ended of which nothing was published. */
export function talkVerdict(facts: TalkFacts, wording: Wording): Verdict {
  const { end } = facts;
  switch (end.kind) {
    case 'aborted':
      return CANCELLED;
    case 'limit':
      return limitVerdict(end.limit, wording);
    case 'failed':
      return failureVerdict(end.outcome);
    case 'answered':
      return answerVerdict(facts, wording);
  }
}

function stopped(by: string): Verdict {
  return { kind: 'cancelled', reason: `@${by} stopped it before the task was done.` };
}

function limitVerdict(
  { kind, cap, outcome }: Extract<TaskEnd, { kind: 'limit' }>['limit'],
  wording: Wording,
): Verdict {
  switch (kind) {
    case 'turns':
      return {
        kind: outcome,
        reason: `The task reached its limit of ${cap} turns: raise ${wording.object('max-turns')}, or ask for less at a time.`,
      };
    case 'tokens':
      return {
        kind: outcome,
        reason: `The task reached its limit of ${cap} tokens: raise ${wording.object('max-tokens')}, or ask for less at a time.`,
      };
    case 'wall_time':
      return {
        kind: outcome,
        reason: `The task reached its limit of ${cap / 60_000} minutes: raise ${wording.object('max-minutes')}, or ask for less at a time.`,
      };
  }
}

function failureVerdict(outcome: Extract<TaskEnd, { kind: 'failed' }>['outcome']): Verdict {
  const reason = outcome.message ?? `The model's request ended ${outcome.status}.`;
  return { kind: 'failed', class: outcome.status === 'auth' ? 'auth' : 'llm', reason };
}

function answerVerdict({ wantsChange, denied }: TalkFacts, wording: Wording): Verdict {
  if (wantsChange && denied > 0) {
    const calls =
      denied === 1
        ? 'A tool call that the task needed was'
        : `${denied} tool calls that the task needed were`;
    return {
      kind: 'denied',
      reason: `${calls} denied, and no file changed: ${wording.object('approval-mode')} says what may run.`,
    };
  }
  if (wantsChange) return { kind: 'no_change', reason: 'The task ended without a change to any file.' };
  return { kind: 'answered', reason: '' };
}

function publicationVerdict(publication: Publication, compareUrl: (branch: string) => string): Verdict {
  switch (publication.kind) {
    case 'published': {
      const { branch, continued, pullRequest } = publication;
      const did = continued ? 'continued' : 'opened';
      return {
        kind: 'changed',
        reason: `${did} #${pullRequest.number}`,
        branch,
        pull_request: pullRequest.number,
      };
    }
    case 'blocked':
    case 'failed': {
      const { branch, reason } = publication;
      const where = branch === undefined ? {} : { branch };
      const link = branch === undefined ? '' : ` Compare: ${compareUrl(branch)}`;
      if (publication.kind === 'blocked') return { kind: 'blocked', reason: reason + link, ...where };
      return { kind: 'failed', class: 'github', reason: reason + link, ...where };
    }
  }
}

/** How a Task ended that threw: what was meant to work on GitHub or on this machine did not. */
export function verdictOnError(error: unknown, signal: AbortSignal): Verdict {
  if (signal.aborted) return CANCELLED;
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof GitHubError)) return { kind: 'failed', class: 'tool', reason };
  return error.lacksPermission ? { kind: 'blocked', reason } : { kind: 'failed', class: 'github', reason };
}
