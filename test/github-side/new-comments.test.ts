import { describe, expect, it } from 'vitest';
import { openNewComments } from '../../core/github/index.ts';
import { jsonAnswer } from '../github/wire.ts';
import { openStage } from './stage.ts';

/** A Thread with a command on it, on a clock that tests move by seconds. */
async function listening() {
  let seconds = 0;
  const stage = await openStage({ now: () => new Date(Date.UTC(2026, 10, 30, 12, 0, seconds)) });
  stage.repository.openIssue({ by: 'octo', title: 'A bug' });
  const say = (body: string, by = 'ann') => {
    seconds += 1;
    return stage.repository.comment(1, { by, body });
  };
  say('before');
  const { id, createdAt } = say('/penguin fix it');
  const comments = openNewComments(stage.github, { issueNumber: 1, after: { id, createdAt } });
  const asked = () => stage.loopback.requests.filter(({ operation }) => operation === 'issues/list-comments');
  return { ...stage, say, asked, read: async () => (await comments.read()).map(({ body }) => body) };
}

describe('new comments', () => {
  it('are those behind the command, each once, in order', async () => {
    const { say, read } = await listening();
    expect(await read()).toEqual([]);
    say('one');
    say('two');
    expect(await read()).toEqual(['one', 'two']);
    say('three');
    expect(await read()).toEqual(['three']);
    expect(await read()).toEqual([]);
  });

  it('cost nothing while nothing happens on the Thread', async () => {
    const { say, read, asked } = await listening();
    say('one');
    await read();
    await read();
    await read();
    expect(asked().map(({ status }) => status)).toEqual([200, 304, 304]);
  });

  it('are not those that were edited, however often', async () => {
    const { say, read, repository } = await listening();
    const early = repository.issue(1).comments[0];
    const one = say('one');
    await read();
    if (early !== undefined) repository.edit(early, '/penguin do it');
    repository.edit(one, '/penguin do it');
    expect(await read()).toEqual([]);
  });

  it('are found behind a full page, and behind comments that were deleted', async () => {
    const { say, read, repository } = await listening();
    const many = Array.from({ length: 230 }, (_, at) => `comment ${at}`);
    for (const body of many) say(body);
    expect(await read()).toEqual(many);
    repository.issue(1).comments.splice(10, 50);
    say('last');
    expect(await read()).toEqual(['last']);
    expect(await read()).toEqual([]);
  });

  it('are found behind a full page of one single second', async () => {
    const { say, read, repository } = await listening();
    for (let at = 0; at < 120; at++) repository.comment(1, { by: 'ann', body: 'at once' });
    expect(await read()).toHaveLength(120);
    say('last');
    expect(await read()).toEqual(['last']);
  });

  it('are read again after a read that failed', async () => {
    const { say, read, loopback } = await listening();
    say('one');
    loopback.intercept({ operation: 'issues/list-comments', times: 4 }, async () =>
      jsonAnswer(502, { message: 'Server Error' }),
    );
    await expect(read()).rejects.toThrow(/502/);
    expect(await read()).toEqual(['one']);
  });
});
