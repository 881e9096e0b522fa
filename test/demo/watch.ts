import type { RequestRecord } from '../github/intercept.ts';
import type { MainJob } from '../main-job/set-up.ts';
import type { Narrator } from './narrator.ts';

/** Tells what reaches GitHub, as it does; the live comment is shown as it changes. */
export function watch({ github, repository, issueNumber }: MainJob, narrator: Narrator): void {
  let edits = 0;
  github.intercept({}, async (request, proceed) => {
    const answer = await proceed();
    const told = tell(request);
    if (told !== undefined) narrator.step(...told);
    if (request.operation === 'issues/create-comment' || request.operation === 'issues/update-comment') {
      if (request.operation === 'issues/update-comment') narrator.step('comment', `edit ${++edits}`);
      narrator.changed(repository.issue(issueNumber).comments.at(-1)?.body ?? '');
    }
    return answer;
  });
}

function tell({ operation, body, path }: RequestRecord): [what: string, text: string] | undefined {
  switch (operation) {
    case 'repos/get-collaborator-permission-level':
      return ['permission', `the action asks GitHub what @${path.split('/').at(-2)} may do`];
    case 'reactions/create-for-issue-comment':
      return ['reaction', `the action reacts with ${field(body, 'content')}`];
    case 'git/create-ref':
      return ['lock', `the action takes the Thread: ${field(body, 'ref')}`];
    case 'issues/create-comment':
      return ['comment', 'the live comment appears'];
    case 'git/git-receive-pack':
      return ['push', 'the action pushes a branch'];
    case 'pulls/create':
      return ['pull', `the action opens a pull request: ${field(body, 'title')}`];
    default:
      return undefined;
  }
}

function field(body: unknown, name: string): string {
  return typeof body === 'object' && body !== null ? String(Reflect.get(body, name)) : '';
}
