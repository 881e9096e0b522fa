import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../github/wire.ts';
import { gate } from '../model/raw-sse.ts';
import { answer, openStage, type StageOptions } from './stage.ts';

const SEEN = /\[@\u200bmaintainer\]\(\S+\) \*look at UTC too\* · seen in turn 2/;

/** A Thread on which a Session waits for the model's first answer, which comes when it is let. */
async function working(options: Omit<StageOptions, 'answers'> = {}) {
  const first = gate();
  const stage = await openStage({
    ...options,
    answers: [answer('Looking.', first.passed), answer('It is fine in UTC.'), answer('Done by another.')],
  });
  const { number } = stage.issue();
  const work = await stage.atWork(number);
  return {
    ...stage,
    work,
    letGo: first.open,
    say: (body: string, by?: string) => stage.say(number, body, by),
    ownComments: () => stage.ownComments(number),
    reactions: (id: number) => stage.reactions(number, id),
    /** What people said, as the model read it. */
    read: () =>
      stage.model.requests.map(
        ({ body }) => body.match(/\[user_steering\]\\nFrom @\w+ \([^)]*\):\\n([^\\]*)/g) ?? [],
      ),
    heads: () => stage.github.requests.filter(({ operation }) => operation === 'issues/list-comments'),
  };
}

describe('a run at work', () => {
  it('hears an order within ten seconds, tells in which turn it was seen, and the comment’s own run says nothing', async () => {
    const { work, letGo, say, start, pass, ownComments, reactions, read } = await working();
    const comment = say('/penguin look at UTC too');
    const second = await start(comment);
    await pass(20);
    expect((await second.ended).outcome.kind).toBe('ignored');
    expect(ownComments()[0]).toContain('· waits for the next turn');
    letGo();
    expect((await work.ended).outcome.kind).toBe('answered');
    expect(read().map(({ length }) => length)).toEqual([0, 1]);
    expect(ownComments()).toEqual([expect.stringMatching(SEEN)]);
    expect(ownComments()[0]).toContain('It is fine in UTC.');
    expect(reactions(comment.id)).toEqual(['eyes']);
  });

  it('hears it also when the comment’s own run comes later', async () => {
    const { work, letGo, say, start, pass, ownComments, read } = await working();
    const comment = say('/penguin look at UTC too');
    await pass(11);
    expect((await (await start(comment)).ended).outcome.kind).toBe('ignored');
    letGo();
    await work.ended;
    expect((await (await start(comment)).ended).outcome.kind).toBe('ignored');
    expect(read().flat()).toHaveLength(1);
    expect(ownComments()).toHaveLength(1);
  });

  it('asks GitHub in vain for nothing: what has not changed is not sent again', async () => {
    const { pass, heads, work, letGo } = await working();
    const before = heads().length;
    await pass(61);
    const asked = heads().slice(before);
    expect(asked).toHaveLength(6);
    // Its own comment was edited at most once by then.
    expect(asked.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    letGo();
    await work.ended;
  });

  it('stops at once when it is told to, and says who told it', async () => {
    const { work, say, start, pass, ownComments, reactions } = await working();
    const comment = say('/penguin stop');
    const second = await start(comment);
    await pass(11);
    expect((await work.ended).outcome).toMatchObject({
      kind: 'cancelled',
      reason: '@maintainer stopped it before the task was done.',
    });
    await pass(6);
    expect((await second.ended).outcome.kind).toBe('ignored');
    expect(ownComments()).toEqual([expect.stringMatching(/\*\*Cancelled\*\*: @\u200bmaintainer stopped it/)]);
    expect(reactions(comment.id)).toEqual(['+1']);
  });

  it('told to stop twice and told to go on in between stops once, and says what it has not seen', async () => {
    const { work, say, pass, ownComments, reactions, read } = await working();
    say('/penguin look at UTC too');
    const stops = [say('/penguin stop'), say('/penguin stop')];
    await pass(11);
    expect((await work.ended).outcome.kind).toBe('cancelled');
    expect(ownComments()).toEqual([
      expect.stringMatching(
        /Not seen: .*look at UTC too\*\. Send it again: `\/penguin look at UTC too`[\s\S]*· not seen/,
      ),
    ]);
    expect(stops.map(({ id }) => reactions(id))).toEqual([['+1'], ['+1']]);
    expect(read().flat()).toEqual([]);
  });

  it('stopped in the very turn that reads an order says that nothing came of that order', async () => {
    const [first, second] = [gate(), gate()];
    const { issue, say, atWork, pass, ownComments, model } = await openStage({
      answers: [answer('Looking.', first.passed), answer('Never said.', second.passed)],
    });
    const { number } = issue();
    const work = await atWork(number);
    say(number, '/penguin look at UTC too');
    await pass(11);
    first.open();
    await expect.poll(() => model.requests.length, { interval: 2 }).toBe(2);
    say(number, '/penguin stop');
    await pass(11);
    expect((await work.ended).outcome.kind).toBe('cancelled');
    expect(ownComments(number)).toEqual([expect.stringMatching(/Not seen: .*look at UTC too/)]);
    second.open();
  });

  it('answers what stands beside a stop', async () => {
    const { work, say, pass, ownComments } = await working();
    say('/penguin stop\n/penguin help');
    await pass(11);
    await work.ended;
    expect(ownComments()).toEqual([
      expect.stringContaining('**Cancelled**'),
      expect.stringContaining('**What you can ask**'),
    ]);
  });

  it('leaves to others what is none of its business, and asks GitHub for nobody’s permission twice a minute', async () => {
    const { work, letGo, github, repository, say, pass, read } = await working({
      roles: { 'a[bot]': 'write' },
    });
    say('/penguin do it now', 'stranger');
    say('/penguin do it at once', 'stranger');
    say('/penguin do it as I do', 'a[bot]');
    say('nice work');
    say('/penguin status');
    const edited = say('/penguin look');
    await pass(1);
    repository.edit(edited, '/penguin look again');
    await pass(11);
    say('/penguin do it now', 'stranger');
    await pass(11);
    letGo();
    await work.ended;
    expect(read().flat()).toEqual([]);
    const asked = github.requests.filter(({ path }) => path.endsWith('/collaborators/stranger/permission'));
    expect(asked).toHaveLength(1);
  });

  it('goes on listening when GitHub fails for a while', async () => {
    const { work, letGo, github, say, pass, read } = await working();
    const broken = github.intercept({ operation: 'issues/list-comments' }, async () =>
      jsonAnswer(502, { message: 'Server Error' }),
    );
    say('/penguin look at UTC too');
    await pass(15);
    broken.stop();
    await pass(31);
    letGo();
    await work.ended;
    expect(read().flat()).toHaveLength(1);
  });

  it('whose claim loses its answer still hears the comment, once', async () => {
    const { work, letGo, github, say, start, pass, read, ownComments } = await working();
    github.intercept({ operation: 'git/update-ref', times: 1 }, async (_, proceed) => {
      await proceed();
      return jsonAnswer(502, { message: 'Server Error' });
    });
    const second = await start(say('/penguin look at UTC too'));
    await pass(20);
    expect((await second.ended).outcome.kind).toBe('ignored');
    letGo();
    await work.ended;
    expect(read().flat()).toHaveLength(1);
    expect(ownComments()).toHaveLength(1);
  });

  it('that ends while it claims a comment says that it has not seen it', async () => {
    const { work, letGo, github, say, start, pass, ownComments, read } = await working();
    const claim = github.hold({ operation: 'git/update-ref' });
    const comment = say('/penguin look at UTC too');
    const passing = pass(11);
    await claim.reached;
    letGo();
    claim.release();
    await passing;
    await work.ended;
    const seen = read().flat().length;
    expect(ownComments()[0]).toMatch(seen === 1 ? SEEN : /Not seen: .*look at UTC too/);
    expect((await (await start(comment)).ended).outcome.kind).toBe('ignored');
    expect(ownComments()).toHaveLength(1);
  });
});

describe('somebody who may not give orders', () => {
  it('is refused by the run of the comment, as ever, while another one is at work', async () => {
    const { work, letGo, say, start, pass, ownComments, reactions, read } = await working({
      private: true,
      roles: { reader: 'read' },
    });
    const comments = [say('/penguin stop', 'reader'), say('/penguin look', 'reader')];
    const runs = [];
    for (const comment of comments) runs.push(await (await start(comment)).ended);
    await pass(11);
    expect(runs.map(({ outcome }) => outcome.kind)).toEqual(['refused', 'refused']);
    letGo();
    expect((await work.ended).outcome.kind).toBe('answered');
    expect(read().flat()).toEqual([]);
    expect(comments.map(({ id }) => reactions(id))).toEqual([['confused'], ['confused']]);
    expect(ownComments().filter((body) => body.includes('**Refused**'))).toHaveLength(1);
  });
});
