import { artifactOperations } from '../handlers/artifacts.ts';
import { checkOperations } from '../handlers/checks.ts';
import { commentOperations } from '../handlers/comments.ts';
import { commitOperations } from '../handlers/commits.ts';
import { contentOperations } from '../handlers/contents.ts';
import { gitObjectOperations } from '../handlers/git-objects.ts';
import { issueOperations } from '../handlers/issues.ts';
import { pullOperations } from '../handlers/pulls.ts';
import { reactionOperations } from '../handlers/reactions.ts';
import { refOperations } from '../handlers/refs.ts';
import { repositoryOperations } from '../handlers/repositories.ts';
import { runOperations } from '../handlers/runs.ts';
import { searchOperations } from '../handlers/search.ts';
import { userOperations } from '../handlers/users.ts';
import type { Operations } from './operation.ts';

/** Every operation that this GitHub serves, by GitHub's operation id. */
export const operations: Operations = {
  ...artifactOperations,
  ...checkOperations,
  ...commentOperations,
  ...commitOperations,
  ...contentOperations,
  ...gitObjectOperations,
  ...issueOperations,
  ...pullOperations,
  ...reactionOperations,
  ...refOperations,
  ...repositoryOperations,
  ...runOperations,
  ...searchOperations,
  ...userOperations,
};
