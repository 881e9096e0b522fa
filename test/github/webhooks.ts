import { complete } from './schema/complete.ts';
import { description } from './schema/description.ts';
import { violations } from './schema/validate.ts';
import { accountShape } from './shapes/account.ts';
import { repositoryShape } from './shapes/repository.ts';
import { commentShape, issueShape, labelShape } from './shapes/thread.ts';
import { addAccount } from './world/accounts.ts';
import type { Comment, Issue, Repository, World } from './world/state.ts';

/** What a payload tells. `sender` is a login. */
export type PayloadParts =
  | { event: 'issue_comment'; action: 'created'; sender: string; issue: Issue; comment: Comment }
  | {
      event: 'issue_comment';
      action: 'edited';
      sender: string;
      issue: Issue;
      comment: Comment;
      before: string;
    }
  | { event: 'issues'; action: 'opened'; sender: string; issue: Issue }
  | { event: 'issues'; action: 'labeled'; sender: string; issue: Issue; label: string }
  | { event: 'issues'; action: 'assigned'; sender: string; issue: Issue; assignee: string }
  | {
      event: 'workflow_dispatch';
      sender: string;
      ref: string;
      workflow: string;
      inputs: Record<string, unknown>;
    }
  /** No webhook: a runner alone gets it, and GitHub describes it nowhere. */
  | { event: 'schedule'; schedule: string; workflow: string };

/** A webhook's payload as GitHub would send it, whole and conforming to GitHub's description of it. */
export function payload(world: World, repository: Repository, parts: PayloadParts): Record<string, unknown> {
  if (parts.event === 'schedule') {
    const { schedule, workflow } = parts;
    return {
      repository: repositoryShape(world, repository),
      schedule,
      workflow: `.github/workflows/${workflow}`,
    };
  }
  const sender = accountShape(world, addAccount(world, parts.sender));
  const told = { repository: repositoryShape(world, repository), sender, ...own(world, repository, parts) };
  const name = parts.event === 'workflow_dispatch' ? parts.event : `${parts.event}-${parts.action}`;
  const key = name.replaceAll('_', '-');
  const schema = description().webhooks[key];
  if (schema === undefined) {
    throw new Error(`description.json has no webhook ${key}: add it to description.mjs`);
  }
  const whole = complete(schema, JSON.parse(JSON.stringify(told))) as Record<string, unknown>;
  const found = violations(['webhooks', key], whole);
  if (found.length > 0) throw new Error(`the payload of ${key} does not conform: ${found.join('; ')}`);
  return whole;
}

function own(
  world: World,
  repository: Repository,
  parts: Exclude<PayloadParts, { event: 'schedule' }>,
): Record<string, unknown> {
  switch (parts.event) {
    case 'issue_comment':
      return commentParts(world, repository, parts);
    case 'issues':
      return issueParts(world, repository, parts);
    case 'workflow_dispatch':
      return { inputs: parts.inputs, ref: parts.ref, workflow: `.github/workflows/${parts.workflow}` };
  }
}

function commentParts(
  world: World,
  repository: Repository,
  parts: PayloadParts & { event: 'issue_comment' },
) {
  const shared = {
    action: parts.action,
    issue: issueShape(world, repository, parts.issue),
    comment: commentShape(world, repository, parts.comment),
  };
  return parts.action === 'edited' ? { ...shared, changes: { body: { from: parts.before } } } : shared;
}

function issueParts(world: World, repository: Repository, parts: PayloadParts & { event: 'issues' }) {
  const shared = { action: parts.action, issue: issueShape(world, repository, parts.issue) };
  switch (parts.action) {
    case 'opened':
      return shared;
    case 'labeled':
      return { ...shared, label: labelShape(world, repository, parts.label) };
    case 'assigned':
      return { ...shared, assignee: accountShape(world, addAccount(world, parts.assignee)) };
  }
}
