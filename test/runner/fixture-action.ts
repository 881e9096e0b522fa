import { fileURLToPath } from 'node:url';
import { githubForTest } from '../github/for-test.ts';
import { tempDir } from '../support/temp.ts';
import type { ActionOptions } from './action-run.ts';

/** Options that run one of the fixture actions for a comment on issue 1 of `octo/demo`, on the running Node. */
export async function fixtureAction(name: 'script' | 'toolkit', inputs: Record<string, string>) {
  const github = await githubForTest();
  const repository = await github.addRepository({ owner: 'octo', name: 'demo', roles: { alice: 'write' } });
  const issue = repository.openIssue({ by: 'alice', title: 'A bug' });
  const comment = repository.comment(1, { by: 'alice', body: '/penguin fix it' });
  const payload = repository.payload({
    event: 'issue_comment',
    action: 'created',
    sender: 'alice',
    issue,
    comment,
  });
  const options: ActionOptions = {
    github,
    repository: 'octo/demo',
    action: fileURLToPath(new URL(`./fixtures/${name}/action.yml`, import.meta.url)),
    event: { name: 'issue_comment', payload },
    directory: tempDir(),
    node: process.execPath,
    token: github.tokens.workflow({ repository: 'octo/demo', permissions: { issues: 'write' } }),
    inputs,
  };
  return { github, repository, issue, options };
}
