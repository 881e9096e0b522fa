import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXAMPLES, OWN, readWorkflow, type WorkflowFile } from './files.ts';
import { EXAMPLE_RULES, OWN_RULES, RULES } from './rules.ts';

describe.each(OWN)('%s', (name) => {
  it.each(Object.entries({ ...RULES, ...OWN_RULES }))('%s', (_, rule) => {
    expect(rule(readWorkflow(name))).toEqual([]);
  });
});

describe.each(EXAMPLES)('%s', (name) => {
  it.each(Object.entries({ ...RULES, ...EXAMPLE_RULES }))('%s', (_, rule) => {
    expect(rule(readWorkflow(name))).toEqual([]);
  });

  it('says why it uses major tags', () => {
    const { text } = readWorkflow(name);
    expect(text).toMatch(/^ *# .*major tag/im);
  });
});

const GOOD = `
on: { push: {} }
permissions: {}
jobs:
  build:
    timeout-minutes: 5
    permissions: { contents: read }
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with: { persist-credentials: false }
      - run: echo "$TITLE"
        env: { TITLE: "\${{ github.event.issue.title }}" }
`;

/** The good one with one thing changed, for each rule, and what the rule says of it. */
const BAD: Record<string, [from: string, to: string, found: string]> = {
  'grants-nothing-at-the-top': ['permissions: {}', 'permissions: read-all', 'at the top are "read-all"'],
  'grants-each-job-the-least': ['contents: read', 'contents: write', 'job build may write contents'],
  'names-each-job’s-permissions': [
    '    permissions: { contents: read }\n',
    '',
    'job build has no permissions',
  ],
  'keeps-no-credentials': [
    'persist-credentials: false',
    'fetch-depth: 0',
    'step 1 checks out without persist',
  ],
  'ends-in-time': ['    timeout-minutes: 5\n', '', 'job build has no timeout-minutes'],
  'never-runs-a-stranger’s-change-with-our-rights': [
    'push:',
    'pull_request_target:',
    'starts on pull_request_target',
  ],
  'expands-nothing-in-a-shell': [
    '"$TITLE"',
    `"\${{ github.event.issue.title }}"`,
    'step 2 has an expression inside run',
  ],
  'asks-for-no-secret-in-a-condition': [
    'timeout-minutes: 5',
    "timeout-minutes: 5\n    if: secrets.KEY != ''",
    "has the condition secrets.KEY != ''",
  ],
  'pins-every-action': [
    '3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
    'v7',
    'uses actions/checkout@v7: pin',
  ],
  'runs-no-package’s-code-beside-a-right-to-write': [
    'contents: read }\n    steps:',
    'contents: write }\n    steps:\n      - run: npm ci',
    'job build runs npm ci',
  ],
  'waits-for-no-other-run': [
    'timeout-minutes: 5',
    'timeout-minutes: 5\n    concurrency: one',
    'has concurrency',
  ],
};

describe('each rule', () => {
  const all = { ...RULES, ...OWN_RULES, ...EXAMPLE_RULES };
  const read = (text: string): WorkflowFile => ({ ...parse(text), name: 'fixture.yml', text });

  it.each(Object.entries(all))(
    '%s finds nothing in a good workflow, and the fault in a bad one',
    (name, rule) => {
      expect(rule(read(GOOD))).toEqual([]);
      const [from, to, found] = BAD[name] ?? ['', '', `no bad workflow shows what the rule ${name} finds`];
      expect(rule(read(GOOD.replace(from, to)))).toEqual([expect.stringContaining(found)]);
    },
  );

  it('pins-every-action wants the version beside the commit, too', () => {
    const bare = GOOD.replace(' # v7.0.1', '');
    expect(OWN_RULES['pins-every-action']?.(read(bare))).toHaveLength(1);
  });
});
