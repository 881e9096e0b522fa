/** A small repository with a real failing test, and a recorded model that mends it: the job of the demo and of the main end-to-end tests. */
import type { ModelTurn } from '../model/aimock.ts';

const SOURCE = `/** The calendar day of a moment, as YYYY-MM-DD. */
export function dayOf(moment) {
  const year = moment.getFullYear();
  const month = String(moment.getMonth() + 1).padStart(2, '0');
  const day = String(moment.getDate()).padStart(2, '0');
  return \`\${year}-\${month}-\${day}\`;
}
`;

const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../src/date.js';

test('the day of a moment is its day in UTC, wherever the machine stands', () => {
  assert.equal(dayOf(new Date('2026-03-01T23:30:00Z')), '2026-03-01');
});

test('months and days have two digits', () => {
  assert.equal(dayOf(new Date('2026-01-02T12:00:00Z')), '2026-01-02');
});
`;

export const FILES: Record<string, string> = {
  'README.md': '# dates\n\nCalendar days of moments.\n',
  'package.json': `${JSON.stringify(
    // The time zone is set, so that the test fails everywhere and not only far from Greenwich.
    { name: 'dates', private: true, type: 'module', scripts: { test: 'TZ=Asia/Tokyo node --test' } },
    null,
    2,
  )}\n`,
  'src/date.js': SOURCE,
  'test/date.test.js': TEST,
};

export const ISSUE = {
  title: 'dayOf gives the wrong day',
  body: 'The date test fails on my machine, and in CI after 15:00 UTC:\n\n```\nexpected 2026-03-01, got 2026-03-02\n```\n',
};

export const COMMAND = '/penguin fix the failing date test';

/** The model's checklist with so many items done and the next one under way. */
function plan(done: number): { name: string; arguments: Record<string, unknown> } {
  const items = ['Reproduce the failure', 'Fix src/date.js', 'Run the tests'].map((text, at) => ({
    text,
    status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
  }));
  return { name: 'update_plan', arguments: { items } };
}

const RUN_TESTS = { name: 'exec_command', arguments: { command: 'npm test' } };
const GETTERS = SOURCE.split('\n').slice(2, 5).join('\n');

/** What the recorded model does, turn by turn. */
export const TURNS: ModelTurn[] = [
  {
    text: 'I look at the function and its test.',
    calls: [
      plan(0),
      { name: 'read_file', arguments: { path: 'src/date.js' } },
      { name: 'read_file', arguments: { path: 'test/date.test.js' } },
    ],
    usage: { input: 1450, output: 96 },
  },
  { calls: [RUN_TESTS], usage: { input: 2210, output: 31 } },
  {
    text: 'The test runs in Tokyo, where the moment is already the next day: the local getters are the fault.',
    calls: [
      {
        name: 'edit_file',
        arguments: {
          path: 'src/date.js',
          old_string: GETTERS,
          new_string: GETTERS.replace(/get(?=FullYear|Month|Date)/g, 'getUTC'),
        },
      },
      plan(2),
    ],
    usage: { input: 2890, output: 184 },
  },
  { calls: [RUN_TESTS], usage: { input: 3260, output: 31 } },
  { calls: [plan(3)], usage: { input: 3500, output: 41 } },
  {
    text: [
      'Take the day of a moment in UTC',
      '',
      '`dayOf` used the local getters, so the day depended on where the machine stands. It now uses the UTC ones; `npm test` passes in the Tokyo time zone that the tests set.',
      '',
      'Not done: the README does not say which time zone counts.',
    ].join('\n'),
    usage: { input: 3705, output: 88 },
  },
];
