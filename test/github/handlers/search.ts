import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { type Call, type Operations, onGitHub, type Reply } from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { issueShape } from '../shapes/thread.ts';
import { canSee } from '../world/permissions.ts';
import { validationFailed } from '../world/refusal.ts';
import { findRepository } from '../world/repositories.ts';
import type { Issue } from '../world/state.ts';

type Search = Rest['search']['issuesAndPullRequests']['parameters'];

export const searchOperations: Operations = {
  'search/issues-and-pull-requests': onGitHub<Search>(search),
};

/** Issues of the one repository that `repo:` names, by the qualifiers below and by words of their text. */
function search(call: Call<Search>): Reply {
  const terms = termsOf(call.parameters.q);
  const name = terms.find((term) => term.startsWith('repo:'))?.slice('repo:'.length);
  if (name === undefined) {
    throw validationFailed({ resource: 'Search', field: 'q', code: 'missing', message: 'repo:' });
  }
  const repository = findRepository(call.world, name);
  if (!canSee(call.caller, repository)) {
    throw validationFailed({ resource: 'Search', field: 'q', code: 'invalid' });
  }
  const found = [...repository.issues.values()]
    .filter((issue) => terms.every((term) => fits(issue, term)))
    .reverse();
  return paged(call, found, (page) => ({
    total_count: found.length,
    incomplete_results: false,
    items: page.map((issue) => ({
      ...issueShape(call.world, repository, issue),
      body: issue.body ?? undefined,
      score: 1,
    })),
  }));
}

function termsOf(query: string): string[] {
  return [...query.matchAll(/(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/g)].map(([, key, quoted, plain]) => {
    const value = quoted ?? plain ?? '';
    return key === undefined ? value : `${key}:${value}`;
  });
}

const TESTS: Record<string, (issue: Issue, value: string) => boolean> = {
  repo: () => true,
  in: () => true,
  is: (issue, value) => [issue.state, issue.pull === undefined ? 'issue' : 'pr'].includes(value),
  type: (issue, value) => (issue.pull === undefined ? 'issue' : 'pr') === value,
  state: (issue, value) => issue.state === value,
  label: (issue, value) => issue.labels.includes(value),
  author: (issue, value) => issue.author.login.replace(/^(.*)\[bot\]$/, 'app/$1') === value,
};

function fits(issue: Issue, term: string): boolean {
  const [, key, value] = /^([a-z]+):(.*)$/.exec(term) ?? [];
  if (key === undefined || value === undefined) return textOf(issue).includes(term.toLowerCase());
  const test = TESTS[key];
  if (test === undefined) throw new Error(`this GitHub does not know the search qualifier ${key}:`);
  return test(issue, value);
}

function textOf(issue: Issue): string {
  return [issue.title, issue.body ?? '', ...issue.comments.map(({ body }) => body)].join('\n').toLowerCase();
}
