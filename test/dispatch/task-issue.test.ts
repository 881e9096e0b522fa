import { describe, expect, it } from 'vitest';
import { FIXING } from '../e2e/fixing.ts';
import { openStage, type Stage, type StageOptions } from './event-stage.ts';

const NIGHTLY = { event: 'schedule', schedule: '0 3 * * *', workflow: 'penguin.yml' } as const;
const PROMPT = { prompt: 'check the links' };

const night = (stage: Stage, inputs: Record<string, string> = PROMPT) => stage.run(NIGHTLY, inputs);
const issues = ({ repository }: Stage) => [...repository.issues.values()].filter(({ pull }) => !pull);
const answering = (...turns: string[]): StageOptions => ({ turns });

describe('a schedule', () => {
  it('that has something to say opens one issue and goes on there, night after night', async () => {
    const stage = await openStage(answering('One link is dead.', 'Two links are dead.', 'Three.'));
    await night(stage);
    await night(stage);
    await stage.run({ ...NIGHTLY, schedule: '0 12 * * *' }, PROMPT);
    const [first, other, ...more] = issues(stage);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ title: 'Penguin: check the links' });
    expect(first?.body).toMatch(/^<!-- penguin:task:s[0-9a-f]{12} -->/);
    expect(first?.body).toContain('the schedule 0 3 ');
    expect(first?.body).toContain('One link is dead.');
    expect(first?.comments.map(({ body }) => body)).toEqual([expect.stringContaining('Two links are dead.')]);
    expect(other?.body).toContain('Three.');
  });

  it('is asked for by nobody: no permission is read, and the prompt names the schedule', async () => {
    const stage = await openStage(answering('All is well.'));
    expect((await night(stage)).outcome.kind).toBe('answered');
    expect(
      stage.github.requests.filter(({ path }) => path.includes(`/${stage.repository.name}/collaborators/`)),
    ).toEqual([]);
    expect(stage.prompt()).toContain('Task from the schedule 0 3 * * * of penguin.yml');
  });

  it('whose issue somebody closed opens another', async () => {
    const stage = await openStage(answering('One.', 'Two.'));
    await night(stage);
    Object.assign(stage.repository.issue(1), { state: 'closed' });
    await night(stage);
    expect(issues(stage).map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('does not trust an issue that a person wrote', async () => {
    const stage = await openStage(answering('One.', 'Two.'));
    await night(stage);
    const { title, body } = stage.repository.issue(1);
    stage.repository.issues.clear();
    stage.repository.openIssue({ by: 'mallory', title, body });
    await night(stage);
    expect(issues(stage)[0]?.comments).toEqual([]);
    expect(issues(stage)[1]?.author.login).toBe('github-actions[bot]');
  });

  it('that changes files has its pull request, which the next night goes on with, and no issue', async () => {
    const more = { calls: [{ name: 'write_file', arguments: { path: 'more.txt', content: 'more\n' } }] };
    const stage = await openStage({ turns: [...FIXING, more, 'Fix more\n\nMore.'] });
    const { outcome } = await night(stage);
    expect(outcome).toMatchObject({ kind: 'changed', pull_request: 1 });
    expect(outcome.branch).toMatch(/^penguin\/s[0-9a-f]{12}-fix-the-bug$/);
    expect((await night(stage)).outcome).toMatchObject({ reason: 'continued #1' });
    expect(issues(stage)).toEqual([]);
    const { git } = stage.repository;
    expect(await git.text(['log', '-2', '--format=%b', String(outcome.branch)])).not.toContain(
      'Co-authored-by',
    );
    expect(stage.repository.pull(1).body).toContain('for the schedule 0 3');
  });

  it('without `issues: write` tells it in the job summary, with the line to add', async () => {
    const permissions = { contents: 'write', pull_requests: 'write' } as const;
    const stage = await openStage({ ...answering('One link is dead.'), permissions });
    const { outcome, summary } = await night(stage);
    expect(outcome.kind).toBe('answered');
    expect(summary).toContain('This is told here only');
    expect(summary).toContain('issues: write');
  });

  it('that cannot start says so in its issue once, however many nights pass', async () => {
    const stage = await openStage({ turns: [] });
    for (let nights = 0; nights < 3; nights++) {
      expect((await night(stage, { ...PROMPT, provider: '' })).outcome.kind).toBe('blocked');
    }
    const [issue, ...more] = issues(stage);
    expect(more).toEqual([]);
    expect(issue?.body).toContain('No provider is configured');
    expect(issue?.comments).toEqual([]);
  });
});

describe('a dispatch', () => {
  const dispatch = (sender: string) =>
    ({
      event: 'workflow_dispatch',
      sender,
      ref: 'refs/heads/main',
      workflow: 'penguin.yml',
      inputs: PROMPT,
    }) as const;

  it('reports in an issue that others with its prompt share', async () => {
    const stage = await openStage(answering('One.', 'Two.', 'Three.'));
    await stage.run(dispatch('maintainer'), PROMPT);
    await stage.run(dispatch('maintainer'), PROMPT);
    await stage.run(dispatch('maintainer'), { prompt: 'count the files' });
    expect(issues(stage).map(({ comments }) => comments.length)).toEqual([1, 0]);
    expect(issues(stage)[0]?.body).toContain('for @​maintainer');
  });

  it('by somebody without write access does nothing', async () => {
    const stage = await openStage({ turns: [] });
    expect((await stage.run(dispatch('stranger'), PROMPT)).outcome.kind).toBe('refused');
    expect(issues(stage)).toEqual([]);
  });
});
