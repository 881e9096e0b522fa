import { expect, it } from 'vitest';
import { isWorkflowFile } from '../../core/github/protected-paths.ts';

it.each([
  '.github/workflows/ci.yml',
  '.github/workflows/nested/ci.yml',
  '.github/workflows/notes.txt',
  '.github/actions/own/action.yml',
  '.GitHub/Workflows/ci.yml',
  '.github/WORKFLOWS/CI.YML',
  '.github/workflows',
  '.github/Actions',
  '.github',
])('%s decides what runs', (path) => {
  expect(isWorkflowFile(path)).toBe(true);
});

it.each([
  '.github/workflows.md',
  '.github/dependabot.yml',
  '.github/workflowsx/ci.yml',
  'docs/.github/workflows/ci.yml',
  'workflows/ci.yml',
  '.github-x/workflows/ci.yml',
  'x.github',
])('%s does not', (path) => {
  expect(isWorkflowFile(path)).toBe(false);
});
