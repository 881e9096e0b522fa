import { describe, expect, it } from 'vitest';
import { createGitHub, openThreadRef } from '../../core/github/index.ts';
import { emptyAnswer } from '../github/wire.ts';
import { quietLog } from '../github-side/quiet-log.ts';
import { gate } from '../model/raw-sse.ts';
import { answer, openStage, type StageOptions } from './stage.ts';

/** A Thread that a run holds which hears nothing: to it GitHub says that nothing was written. */
async function deafHolder(options: Omit<StageOptions, 'answers'> = {}) {
  const first = gate();
  const stage = await openStage({
    ...options,
    answers: [answer('Looked.', first.passed), answer('Done by the second.')],
  });
  const { number } = stage.issue();
  const work = await stage.atWork(number);
  const deafness = stage.github.intercept(
    { operation: 'issues/list-comments', when: ({ query }) => query.since !== undefined },
    async () => emptyAnswer(304),
  );
  return {
    ...stage,
    number,
    work,
    letGo: first.open,
    recover: deafness.stop,
    say: (body: string) => stage.say(number, body),
    ownComments: () => stage.ownComments(number),
    reactions: (id: number) => stage.reactions(number, id),
  };
}

describe('a task for a busy Thread', () => {
  it('is done by its own run when the holder has ended without hearing it', async () => {
    const { work, letGo, say, start, pass, ownComments, model } = await deafHolder();
    const second = await start(say('/penguin look at UTC'));
    await pass(30);
    expect(model.requests).toHaveLength(1);
    letGo();
    await work.ended;
    await pass(10);
    expect((await second.ended).outcome.kind).toBe('answered');
    expect(model.requests).toHaveLength(2);
    expect(ownComments()).toEqual([
      expect.stringContaining('Looked.'),
      expect.stringContaining('Done by the second.'),
    ]);
  });

  it('is answered after a minute when the holder neither hears it nor ends, and is not heard any more', async () => {
    const { work, letGo, recover, say, start, pass, ownComments, reactions, model } = await deafHolder();
    const comment = say('/penguin look at UTC');
    const second = await start(comment);
    await pass(55);
    expect(reactions(comment.id)).toEqual(['eyes']);
    await pass(15);
    expect((await second.ended).outcome.kind).toBe('answered');
    expect(ownComments()[1]).toMatch(/\*\*Busy\*\*: working on \*is it fine\?\*.*Send it again/s);
    expect(reactions(comment.id)).toEqual([]);
    recover();
    await pass(12);
    letGo();
    await work.ended;
    expect(ownComments()[0]).not.toContain('look at UTC');
    expect(model.requests).toHaveLength(1);
    expect((await (await start(comment)).ended).outcome.kind).toBe('ignored');
    expect(ownComments()).toHaveLength(2);
  });

  it('that the holder takes up in the very last moment is the holder’s', async () => {
    const { work, letGo, github, inputs, clock, number, say, start, pass, ownComments } = await deafHolder();
    const comment = say('/penguin look at UTC');
    const second = await start(comment);
    await pass(50);
    const token = inputs['github-token'];
    const side = createGitHub(
      { owner: 'octo', repo: 'dates' },
      {
        token,
        apiUrl: github.apiUrl,
        clock,
        random: () => 0.5,
        log: quietLog(),
        signal: new AbortController().signal,
      },
    );
    const holder = { runId: work.run.id, runAttempt: 1 };
    github.intercept({ operation: 'actions/get-workflow-run', times: 1 }, async (_, proceed) => {
      await openThreadRef(side, number).claimAll({ commentIds: [comment.id], holder });
      return proceed();
    });
    await pass(20);
    expect((await second.ended).outcome.kind).toBe('ignored');
    expect(ownComments()).toHaveLength(1);
    letGo();
    await work.ended;
  });

  it('replaces a holder that died without a word while it waited', async () => {
    const { work, repository, say, start, pass, letGo } = await deafHolder();
    const second = await start(say('/penguin look at UTC'));
    await pass(30);
    repository.completeRun(work.run, 'failure');
    await pass(40);
    expect((await second.ended).outcome.kind).toBe('answered');
    letGo();
    await work.ended;
  });

  it('waits no longer when its run is cancelled', async () => {
    const { work, letGo, say, start, pass } = await deafHolder();
    const second = await start(say('/penguin look at UTC'));
    await pass(3);
    second.cancel();
    expect((await second.ended).outcome.kind).toBe('cancelled');
    letGo();
    await work.ended;
  });

  it('looks at the Thread without cost while nothing happens', async () => {
    const { work, letGo, github, say, start, pass } = await deafHolder();
    const second = await start(say('/penguin look at UTC'));
    await pass(2);
    const before = github.requests.length;
    await pass(50);
    const looks = github.requests.slice(before).filter(({ operation }) => operation === 'git/get-ref');
    expect(looks.length).toBeGreaterThan(5);
    expect(looks.filter(({ status }) => status !== 304)).toEqual([]);
    letGo();
    await work.ended;
    await pass(10);
    await second.ended;
  });
});

describe('`/penguin stop`', () => {
  it('cancels by the API a run that does not react within a minute', async () => {
    const { work, say, start, pass, ownComments } = await deafHolder();
    const second = await start(say('/penguin stop'));
    await pass(55);
    expect(ownComments()).toHaveLength(1);
    await pass(15);
    expect((await second.ended).outcome.kind).toBe('answered');
    expect((await work.ended).outcome.kind).toBe('cancelled');
    expect(ownComments()).toEqual([
      expect.stringContaining('**Cancelled**'),
      expect.stringContaining('**Stopping** the [run]'),
    ]);
  });

  it('without `actions: write` says what to add', async () => {
    const { work, letGo, say, start, pass, ownComments } = await deafHolder({
      permissions: { contents: 'write', issues: 'write', pull_requests: 'write', actions: 'read' },
    });
    const second = await start(say('/penguin stop'));
    await pass(70);
    expect((await second.ended).outcome.kind).toBe('answered');
    expect(ownComments()[1]).toMatch(/\*\*Not stopped\*\*.*`actions: write`/);
    letGo();
    await work.ended;
  });

  it('waits for nobody when the run is dead', async () => {
    const { work, repository, say, start, pass, ownComments, letGo } = await deafHolder();
    repository.completeRun(work.run, 'failure');
    const { ended } = await start(say('/penguin stop'));
    await pass(10);
    expect((await ended).outcome.kind).toBe('answered');
    expect(ownComments()[1]).toContain('**Nothing to stop**: the [run]');
    letGo();
    await work.ended;
  });

  it('that comes when the work is done says so', async () => {
    const { work, letGo, say, start, pass, ownComments } = await deafHolder();
    const second = await start(say('/penguin stop'));
    await pass(10);
    letGo();
    expect((await work.ended).outcome.kind).toBe('answered');
    await pass(10);
    await second.ended;
    expect(ownComments()[1]).toContain('**Nothing to stop**: nothing is running here.');
  });
});

describe('thirty commands at once', { timeout: 180_000 }, () => {
  it('on one Thread make one Session, and each is answered once by rule', async () => {
    const first = gate();
    const { issue, say, start, pass, ownComments, github, repository, model, reactions } = await openStage({
      answers: [answer('Looked.', first.passed), answer('Looked at everything.')],
    });
    const { number } = issue();
    const comments = Array.from({ length: 30 }, (_, at) => say(number, `/penguin look at part ${at}.`));
    const runs = await Promise.all(comments.map(start));
    await expect.poll(() => model.requests.length, { timeout: 120_000 }).toBe(1);
    await pass(75);
    first.open();
    const endings = await Promise.all(runs.map(({ ended }) => ended));

    const report = ownComments(number).find((body) => body.includes('penguin:session:')) ?? '';
    const replies = ownComments(number).filter((body) => body.includes('**Busy**'));
    const isReplied = (id: number) => replies.some((body) => body.includes(`penguin:reply:${id} `));
    const fates = comments.map(({ id }, at) =>
      [
        ...(endings[at]?.sessionId === undefined ? [] : ['done']),
        ...(report.includes(`look at part ${at}.* · seen in turn 2`) ? ['heard'] : []),
        ...(isReplied(id) ? ['busy'] : []),
      ].join(),
    );
    const done = fates.indexOf('done');
    // The holder hears what was said after its own comment; what was said before it is older than the task.
    expect(fates).toEqual(comments.map((_, at) => (at === done ? 'done' : at > done ? 'heard' : 'busy')));
    expect(ownComments(number)).toHaveLength(1 + done);
    expect(model.requests).toHaveLength(2);
    expect(reactions(number, comments.at(-1)?.id ?? 0)).toEqual(done === 29 ? ['+1'] : ['eyes']);
    const ref = await repository.ref(`refs/penguin/threads/${number}`);
    expect(JSON.parse((await repository.file('state.json', ref)) ?? '')).toMatchObject({ active: null });
    expect(github.requests.filter(({ status }) => status !== 304).length).toBeLessThan(1_000);
  });

  it('on thirty Threads make thirty Sessions, each with a Report of its own', async () => {
    const { issue, say, start, ownComments, repository } = await openStage({ checkedOut: false });
    const comments = Array.from({ length: 30 }, () => say(issue().number, '/penguin is it fine?'));
    const runs = await Promise.all(comments.map(start));
    const endings = await Promise.all(runs.map(({ ended }) => ended));
    expect(new Set(endings.map(({ sessionId }) => sessionId)).size).toBe(30);
    for (const [at, { issueNumber }] of comments.entries()) {
      expect(ownComments(issueNumber)).toEqual([
        expect.stringContaining(`<!-- penguin:session:${endings[at]?.sessionId} -->`),
      ]);
      const ref = await repository.ref(`refs/penguin/threads/${issueNumber}`);
      expect(JSON.parse((await repository.file('state.json', ref)) ?? '')).toMatchObject({ active: null });
    }
  });
});
