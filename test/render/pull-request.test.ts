import { describe, expect, it } from 'vitest';
import {
  pullRequestBody,
  pullRequestTitle,
  readPullRequestBody,
  splitAnswer,
} from '../../core/render/index.ts';

const B = '\u200b';

describe("the model's last words", () => {
  it.each([
    [
      'Parse dates in UTC\n\nThe test used local time.',
      'Parse dates in UTC',
      'The test used local time.',
      [],
    ],
    [
      '## Parse dates in UTC\nThe test used local time.',
      'Parse dates in UTC',
      'The test used local time.',
      [],
    ],
    ['**Parse dates in UTC**\n\nx', 'Parse dates in UTC', 'x', []],
    ['Parse dates in UTC', 'Parse dates in UTC', '', []],
    ['I changed the date\nand the test.', undefined, 'I changed the date\nand the test.', []],
    ['I did this:\n\n- a', undefined, 'I did this:\n\n- a', []],
    ['- a\n\nb', undefined, '- a\n\nb', []],
    [`${'long '.repeat(20)}\n\nx`, undefined, `${'long '.repeat(20)}\n\nx`, []],
    ['T\n\nx\n\nNot done: the README.\n\ny', 'T', 'x\n\n\ny', ['the README.']],
    ['T\n\n**Not done:**\n\n- a\n- b\n\ny\n- c', 'T', 'y\n- c', ['a', 'b']],
    ['', undefined, '', []],
  ])('%j are cut into title, body and what was not done', (text, title, body, notDone) => {
    expect(splitAnswer(text)).toEqual({ ...(title === undefined ? {} : { title }), body, notDone });
  });
});

describe('a pull request', () => {
  const answer = { title: 'Fixes #3 for @x', body: 'See @x, fixes #4.', notDone: ['the README'] };

  it('is named by the model or the task, in one quiet line of 70 characters at most', () => {
    expect(pullRequestTitle(answer, 'task')).toBe(`Fixe${B}s #3 for @${B}x`);
    expect(pullRequestTitle({ body: '', notDone: [] }, `fix\nthe ${'date '.repeat(30)}`)).toMatch(
      /^fix the date .*…$/,
    );
    expect([...pullRequestTitle({ title: '🐧'.repeat(90), body: '', notDone: [] }, '')]).toHaveLength(70);
    expect(pullRequestTitle({ body: '', notDone: [] }, '\u200b')).toBe('Changes by Penguin');
  });

  it('closes an issue only when it was asked to', () => {
    const given = {
      sessionId: 'a81f',
      answer,
      asker: 'octocat',
      links: { run: 'https://github.com/o/r/actions/runs/7' },
    };
    expect(pullRequestBody({ ...given, closes: 7 })).toBe(
      [
        '<!-- penguin:pull-request:a81f -->',
        `See @${B}x, fixe${B}s #4.`,
        'Not done:\n- the README',
        'Closes #7',
        `---\nMade by Penguin for @${B}octocat · [run](https://github.com/o/r/actions/runs/7)`,
      ].join('\n\n'),
    );
    expect(pullRequestBody(given)).not.toContain('Closes');
  });

  it('keeps its marker and its footer, however long the story', () => {
    const body = pullRequestBody({
      sessionId: 'a81f',
      answer: { body: 'word '.repeat(40_000), notDone: [] },
      closes: 7,
      links: {},
    });
    expect([...body].length).toBeLessThanOrEqual(60_000);
    expect(body).toMatch(/^<!-- penguin:pull-request:a81f -->/);
    expect(body).toMatch(/Closes #7\n\n---\nMade by Penguin$/);
  });
});

describe('the text of a pull request of ours', () => {
  const run = 'https://github.com/octo/demo/actions/runs/7';
  const facts = {
    sessionId: 'a81f',
    answer: { body: 'Closes #9\n\nSee [run](https://evil.example/)', notDone: [] },
  };

  it('tells the Session that made it and its run, whatever the model wrote', () => {
    const links = { run, trace: `${run}#artifacts` };
    expect(readPullRequestBody(pullRequestBody({ ...facts, closes: 4, links }))).toEqual({
      sessionId: 'a81f',
      run,
      relation: { closes: 4 },
    });
    const bare = pullRequestBody({ ...facts, links: {} });
    expect(readPullRequestBody(bare)).toEqual({ sessionId: 'a81f', relation: {} });
  });

  it('is recognised by its first line alone', () => {
    expect(readPullRequestBody('Mine.\n\n<!-- penguin:pull-request:a81f -->')).toBeUndefined();
    expect(readPullRequestBody('')).toBeUndefined();
  });

  it('names what it was made for and whose commits it holds', () => {
    const body = pullRequestBody({ ...facts, madeFor: 'the schedule 0 3 * * *', builds: 5, links: {} });
    expect(readPullRequestBody(body)?.relation).toEqual({ builds: 5 });
    expect(body).toContain('Holds the commits of #5');
    expect(body).toContain('Made by Penguin for the schedule 0 3 ');
  });
});
