import { describe, expect, it } from 'vitest';
import type { GitHub } from '../../core/github/index.ts';
import { createStateRef } from '../../core/github/state-ref.ts';
import type { StagedRepository } from '../github/stage.ts';
import { jsonAnswer } from '../github/wire.ts';
import { openStage } from './stage.ts';

const REF = 'refs/penguin/threads/7';
const BROKEN = jsonAnswer(502, { message: 'Server Error' });

/** A list in a ref: every update adds a word. */
function words(github: GitHub, ref = REF) {
  const state = createStateRef(github, {
    ref,
    parse: (stored): string[] => (Array.isArray(stored) ? stored.map(String) : []),
  });
  const add = (word: string) =>
    state.update(`add ${word}`, (value) => ({ value: [...value, word], result: value.length }));
  return { ...state, add };
}

/** The messages of the chain, newest first, and the commit that began it. */
async function chainOf({ git }: StagedRepository, ref = REF) {
  const log = await git.text(['log', '--format=%s|%P|%H', ref]);
  const lines = log
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
  return { messages: lines.map(([message]) => message), firstParents: lines.at(-1)?.[1], heads: lines };
}

describe('a state ref', () => {
  it('that does not exist holds what was never stored', async () => {
    const { github } = await openStage();
    expect(await words(github).read()).toEqual({ value: [], sha: undefined });
  });

  it('is created by the first write and moved forward by each later one', async () => {
    const { github, repository, loopback } = await openStage();
    for (const word of ['one', 'two', 'three']) await words(github).add(word);
    expect(await words(github).read()).toMatchObject({ value: ['one', 'two', 'three'] });
    const chain = await chainOf(repository);
    expect(chain.messages).toEqual(['add three', 'add two', 'add one']);
    const moves = loopback.requests.filter(
      ({ operation }) => /-ref$/.test(operation) && operation !== 'git/get-ref',
    );
    expect(moves.map(({ operation, body }) => [operation, (body as { force?: boolean }).force])).toEqual([
      ['git/create-ref', undefined],
      ['git/update-ref', false],
      ['git/update-ref', false],
    ]);
  });

  it('is a chain of its own: its first commit has no parent, and its trees hold state.json alone', async () => {
    const { github, repository } = await openStage();
    for (const word of ['one', 'two']) await words(github).add(word);
    const { firstParents } = await chainOf(repository);
    expect(firstParents).toBe('');
    for (const commit of [REF, `${REF}~1`]) {
      const tree = await repository.git.text(['ls-tree', '-r', '--format=%(objectmode) %(path)', commit]);
      expect(tree.trim()).toBe('100644 state.json');
    }
  });

  it('stays as it is when there is nothing to change, and nothing is written', async () => {
    const { github, loopback } = await openStage();
    const state = words(github);
    expect(await state.update('nothing', () => ({ value: undefined, result: 'left' }))).toBe('left');
    expect(loopback.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('keeps every write of many at once, each exactly once', async () => {
    const { github, repository } = await openStage();
    const all = Array.from({ length: 5 }, (_, index) => `word ${index}`);
    const seen = await Promise.all(all.map((word) => words(github).add(word)));
    const { value } = await words(github).read();
    expect([...value].sort()).toEqual(all);
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
    expect((await chainOf(repository)).messages).toHaveLength(5);
  });

  it('lets a lost race decide anew, on what the winner wrote', async () => {
    const { github, loopback } = await openStage();
    await words(github).add('one');
    const hold = loopback.hold({ operation: 'git/update-ref' });
    const seen: number[] = [];
    const late = words(github).update('late', (value) => {
      seen.push(value.length);
      return { value: [...value, 'late'], result: 'done' };
    });
    await hold.reached;
    await words(github).add('two');
    hold.release();
    expect(await late).toBe('done');
    expect(seen).toEqual([1, 2]);
    expect((await words(github).read()).value).toEqual(['one', 'two', 'late']);
  });
});

describe('a write whose answer was lost', () => {
  it.each([
    ['POST', 'git/create-ref', []],
    ['PATCH', 'git/update-ref', ['one']],
  ])('counts as done when its %s had its effect', async (_, operation, before) => {
    const { github, loopback, repository } = await openStage();
    for (const word of before) await words(github).add(word);
    loopback.intercept({ operation }, async (_request, proceed) => {
      await proceed();
      return BROKEN;
    });
    expect(await words(github).add('lost')).toBe(before.length);
    expect((await words(github).read()).value).toEqual([...before, 'lost']);
    expect((await chainOf(repository)).messages).toHaveLength(before.length + 1);
  });

  it.each([
    ['POST', 'git/create-ref', []],
    ['PATCH', 'git/update-ref', ['one']],
  ])(
    'counts as done when its %s had its effect and somebody else built on it',
    async (_, operation, before) => {
      const { github, loopback } = await openStage();
      for (const word of before) await words(github).add(word);
      loopback.intercept({ operation, times: 1 }, async (_request, proceed) => {
        await proceed();
        await words(github).add('theirs');
        return BROKEN;
      });
      expect(await words(github).add('lost')).toBe(before.length);
      expect((await words(github).read()).value).toEqual([...before, 'lost', 'theirs']);
    },
  );

  it('is made again when it had none', async () => {
    const { github, loopback } = await openStage();
    await words(github).add('one');
    // The client itself repeats it twice.
    loopback.intercept({ operation: 'git/update-ref', times: 3 }, async () => BROKEN);
    await words(github).add('two');
    expect((await words(github).read()).value).toEqual(['one', 'two']);
  });
});

describe('a state ref gives up', () => {
  it('when GitHub refuses the write, with its words', async () => {
    const { as, github } = await openStage();
    await words(github).add('one');
    await expect(words(as({ permissions: { contents: 'read' } })).add('two')).rejects.toMatchObject({
      status: 403,
      lacksPermission: true,
    });
  });

  it('after twenty lost races in a row, naming the ref', async () => {
    const { github, loopback } = await openStage();
    await words(github).add('one');
    const lost = jsonAnswer(422, { message: 'Update is not a fast forward' });
    const { taken } = loopback.intercept({ operation: 'git/update-ref' }, async () => lost);
    for (const operation of ['git/create-tree', 'git/create-commit']) {
      loopback.intercept({ operation }, async () => jsonAnswer(201, { sha: '1'.repeat(40) }));
    }
    await expect(words(github).add('two')).rejects.toThrow(/refs\/penguin\/threads\/7 changed 20 times/);
    expect(taken).toHaveLength(20);
  });

  it('on a state that is too large, before anything is written', async () => {
    const { github, loopback } = await openStage();
    await expect(words(github).add('x'.repeat(70_000))).rejects.toThrow(/more than 65536/);
    expect(loopback.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('where somebody else keeps something else, and says what to do', async () => {
    const { github, repository } = await openStage();
    await repository.commit({ branch: 'x', files: { 'state.json/nested': 'x' } });
    await repository.git.text(['update-ref', REF, 'refs/heads/x']);
    await expect(words(github).read()).rejects.toThrow(/holds no state\.json: delete the ref/);
  });
});
