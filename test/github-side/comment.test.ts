import { describe, expect, it } from 'vitest';
import { findOwnComment, listComments, react, takeBack } from '../../core/github/index.ts';
import { jsonAnswer } from '../github/wire.ts';
import { openStage } from './stage.ts';

const MARKER = '<!-- penguin:session:s1 -->';
const BOT = 'github-actions[bot]';

async function withThread() {
  const stage = await openStage();
  stage.repository.openIssue({ by: 'octo', title: 'A bug' });
  return { ...stage, say: (by: string, body: string) => stage.repository.comment(1, { by, body }) };
}

describe('our comment', () => {
  it('is found by its first line and its author, on whatever page it stands', async () => {
    const { github, say } = await withThread();
    for (let index = 0; index < 130; index++) say('ben', `comment ${index}`);
    const ours = say(BOT, `${MARKER}\nworking`);
    for (let index = 0; index < 80; index++) say('ben', `more ${index}`);
    expect((await findOwnComment(github, 1, MARKER))?.id).toBe(ours.id);
  });

  it.each([
    ['a person wrote the marker', 'mallory', `${MARKER}\nworking`],
    ['the marker stands further down', BOT, `> ${MARKER}\nworking`],
    ['the marker is of another Session', BOT, '<!-- penguin:session:s2 -->\nworking'],
  ])('is not one where %s', async (_, by, body) => {
    const { github, say } = await withThread();
    say(by, body);
    expect(await findOwnComment(github, 1, MARKER)).toBeUndefined();
  });

  it('is the newest when there are several', async () => {
    const { github, say } = await withThread();
    say(BOT, `${MARKER}\nold`);
    const newest = say(BOT, `${MARKER}\nnew`);
    expect((await findOwnComment(github, 1, MARKER))?.id).toBe(newest.id);
  });
});

describe('the comments of a Thread', () => {
  it('that fill a page exactly are all of them', async () => {
    const { github, say } = await withThread();
    for (let index = 0; index < 100; index++) say('ben', `comment ${index}`);
    const { comments, truncated } = await listComments(github, 1);
    expect(comments.map(({ body }) => body)).toEqual(Array.from({ length: 100 }, (_, at) => `comment ${at}`));
    expect(truncated).toBe(false);
  });

  it('beyond three thousand are not read, and that is said', async () => {
    const { github, loopback } = await withThread();
    const comment = { id: 1, user: null, created_at: '', updated_at: '', html_url: '' };
    const page = jsonAnswer(
      200,
      Array.from({ length: 100 }, () => comment),
    );
    const { taken } = loopback.intercept({ operation: 'issues/list-comments' }, async () => page);
    const { comments, truncated } = await listComments(github, 1);
    expect([comments.length, truncated, taken.length]).toEqual([3_000, true, 30]);
    expect(comments[0]).toMatchObject({ body: '', author: undefined });
  });
});

async function withCommand() {
  const stage = await withThread();
  const comment = stage.say('octo', '/penguin fix it');
  return { ...stage, comment, shown: () => comment.reactions.map(({ content }) => content) };
}

describe('a reaction', () => {
  it('is shown on the comment', async () => {
    const { github, comment, shown } = await withCommand();
    await react(github, comment.id, 'eyes');
    await react(github, comment.id, 'rocket');
    expect(shown()).toEqual(['eyes', 'rocket']);
  });

  it('given twice is given once, under one id', async () => {
    const { github, comment, shown } = await withCommand();
    expect(await react(github, comment.id, 'eyes')).toBe(await react(github, comment.id, 'eyes'));
    expect(shown()).toEqual(['eyes']);
  });

  it('is taken back by its id, and others stay', async () => {
    const { github, comment, shown } = await withCommand();
    const eyes = await react(github, comment.id, 'eyes');
    await react(github, comment.id, '+1');
    await takeBack(github, comment.id, eyes);
    expect(shown()).toEqual(['+1']);
  });

  it('to a comment that is gone fails with GitHub’s words', async () => {
    const { github } = await withCommand();
    await expect(react(github, 1, 'eyes')).rejects.toMatchObject({ status: 404, answer: 'Not Found' });
  });
});
