/** Nothing is made twice: what may have been made is looked for by its marker. */
import { describe, expect, it } from 'vitest';
import { createComment, GitHubError, react } from '../../core/github/index.ts';
import { type FaultName, faults } from '../github/faults.ts';
import { lagging } from '../github/lag.ts';
import { fakeClock } from '../support/clock.ts';
import { openStage } from './stage.ts';

const MARK = '<!-- penguin:reply:7 -->';
const BODY = `${MARK}\n\nHello.\n`;
const CREATE = { operation: 'issues/create-comment', times: 1 } as const;

async function withThread() {
  const stage = await openStage();
  const { comments } = stage.repository.openIssue({ by: 'octo', title: 'A bug' });
  const bodies = () => comments.map(({ body }) => body);
  return { ...stage, comments, bodies, say: () => createComment(stage.github, 1, BODY) };
}

const LOST: FaultName[] = ['502-after', 'cut-after', 'html-200-after', 'half-after'];
const NOT_MADE: FaultName[] = ['502-before', 'cut-before', 'html-503'];

describe('a comment', () => {
  it.each(LOST)('whose answer is lost (%s) is found again, and is there once', async (name) => {
    const { loopback, comments, say } = await withThread();
    const { taken } = loopback.intercept(CREATE, faults()[name].action);
    expect((await say()).id).toBe(comments[0]?.id);
    expect(comments).toHaveLength(1);
    expect(taken).toHaveLength(1);
  });

  it.each(NOT_MADE)('that was not made (%s) is looked for three times, then made', async (name) => {
    const { loopback, bodies, clock, say } = await withThread();
    loopback.intercept(CREATE, faults()[name].action);
    await say();
    expect(bodies()).toEqual([BODY]);
    expect(clock.pauses).toEqual([500, 2_000, 4_000]);
  });

  it('that lists do not show yet is not made again', async () => {
    const { loopback, comments, say } = await withThread();
    loopback.intercept(CREATE, faults()['502-after'].action);
    loopback.intercept({ operation: 'issues/list-comments', times: 2 }, lagging(0, new Set()));
    await say();
    expect(comments).toHaveLength(1);
  });

  it('of the same marker with another text is another comment', async () => {
    const { loopback, repository, bodies, say } = await withThread();
    repository.comment(1, { by: 'github-actions[bot]', body: `${MARK}\n\nEarlier.` });
    loopback.intercept(CREATE, faults()['502-before'].action);
    await say();
    expect(bodies()).toEqual([`${MARK}\n\nEarlier.`, BODY]);
  });

  it('is made three times at most', async () => {
    const { loopback, comments, say } = await withThread();
    const { taken } = loopback.intercept({ operation: CREATE.operation }, faults()['down-before'].action);
    await expect(say()).rejects.toMatchObject({ status: 502 });
    expect(taken).toHaveLength(3);
    expect(comments).toEqual([]);
  });

  it('of a run that is cancelled is looked for once, and not made again', async () => {
    const { loopback, as } = await withThread();
    const cancel = new AbortController();
    const { taken } = loopback.intercept(CREATE, async (request, proceed) => {
      cancel.abort();
      return faults()['502-before'].action(request, proceed);
    });
    await expect(
      createComment(as({ clock: fakeClock(), signal: cancel.signal }), 1, BODY),
    ).rejects.toBeInstanceOf(GitHubError);
    expect(taken).toHaveLength(1);
    expect(loopback.requests.filter(({ operation }) => operation === 'issues/list-comments')).toHaveLength(1);
  });
});

it('a reaction whose answer is lost is given again, which GitHub counts once', async () => {
  const { loopback, github, repository } = await withThread();
  const comment = repository.comment(1, { by: 'octo', body: '/penguin fix it' });
  loopback.intercept({ method: 'POST', times: 1 }, faults()['cut-after'].action);
  const id = await react(github, comment.id, 'eyes');
  expect(comment.reactions.map((reaction) => reaction.id)).toEqual([id]);
});
