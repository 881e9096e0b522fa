/** Our evaluator of workflow expressions does what GitHub documents. */
import { expect, it } from 'vitest';
import { evaluate, fill, holds } from './expression/evaluate.ts';

const contexts = {
  github: {
    event_name: 'issue_comment',
    event: { comment: { body: '/Penguin go' }, number: 7, labels: ['a', 'B'] },
  },
  inputs: { prompt: "it's" },
};

it.each([
  ["github.event_name == 'ISSUE_COMMENT'", true],
  ["github['event_name'] != 'issues'", true],
  ["contains(github.event.comment.body, '/penguin')", true],
  ["contains(github.event.issue.body, 'x')", false],
  ["contains(github.event.labels, 'b')", true],
  ["contains(fromJSON('[1, 2]'), 2)", true],
  ["startsWith(github.event.comment.body, '/p')", true],
  ["github.event.number == '7'", true],
  ['github.event.nothing == 0', true],
  ["'' == null", true],
  ["'x' == true", false],
  ["github.event.title || 'none'", 'none'],
  ["github.event.comment && 'is there'", 'is there'],
  ['true || false && false', true],
  ['(true || false) && false', false],
  ["!github.event.title && inputs.prompt == 'it''s'", true],
  ['github.event.number >= 7 && github.event.number < 8 && github.event.number > -1 && 1 <= 1', true],
])('%s is %j', (expression, value) => {
  expect(evaluate(expression, contexts)).toBe(value);
});

it('a condition counts with its braces and without', () => {
  expect(holds(`\${{ github.event.number == 7 }}`, contexts)).toBe(true);
  expect(holds('github.event.number == 8', contexts)).toBe(false);
});

it('a text is filled in, missing things with nothing', () => {
  expect(fill(`<\${{ inputs.prompt }}> <\${{ inputs.other }}>`, contexts)).toBe("<it's> <>");
});

it.each([
  ['secrets.KEY', 'there is no context secrets'],
  ['hashFiles(1)', 'there is no function hashFiles'],
  ['a ==', 'a value expected'],
  ['(true', ') expected'],
  ['true false', 'the end expected'],
  ['"x"', 'nothing is known that begins like "x"'],
])('%s is an error', (expression, message) => {
  expect(() => evaluate(expression, contexts)).toThrow(message);
});
