import { readTrace } from '../../core/trace/index.ts';
import type { Comment, Issue } from '../github/world/state.ts';
import { BOT, type Job } from './job.ts';

/** What a run has left on GitHub and on this machine. */
export interface Evidence {
  /** Our comments on the issue. */
  comments: string[];
  pulls: { number: number; open: boolean; head: string; headSha: string; holdsFix: boolean }[];
  /** Our branches and their commits. */
  branches: Record<string, string>;
  /** The Thread's holder, by its run; undefined when nobody holds it. */
  holder: number | undefined;
  /** Reactions to the command. */
  reactions: string[];
  /** The outcome that the trace ends with; undefined when it does not end with one, or is not whole. */
  traced: string | undefined;
}

export async function evidenceOf(job: Job, traceFile: string | undefined): Promise<Evidence> {
  const { repository, command } = job;
  const issue = repository.issue(command.issueNumber);
  const branches = await repository.refs('refs/heads/penguin/');
  return {
    comments: issue.comments.filter(isOurs).map(({ body }) => body),
    pulls: await pullsOf(job),
    branches: Object.fromEntries(
      Object.entries(branches).map(([ref, sha]) => [ref.replace('refs/heads/', ''), sha]),
    ),
    holder: await holderOf(job),
    reactions: command.reactions.map(({ content }) => content),
    traced: traceFile === undefined ? undefined : await endOf(traceFile),
  };
}

function isOurs({ author }: Comment | Issue): boolean {
  return author.login === BOT;
}

async function pullsOf({ repository }: Job): Promise<Evidence['pulls']> {
  const pulls = [...repository.issues.values()].filter((issue) => issue.pull !== undefined && isOurs(issue));
  return Promise.all(
    pulls.map(async ({ number, state, pull }) => ({
      number,
      open: state === 'open',
      head: pull?.head ?? '',
      headSha: pull?.headSha ?? '',
      holdsFix: (await repository.file('src/date.js', pull?.headSha))?.includes('getUTCDate') === true,
    })),
  );
}

async function holderOf({ repository, command }: Job): Promise<number | undefined> {
  const ref = await repository.ref(`refs/penguin/threads/${command.issueNumber}`);
  if (ref === undefined) return undefined;
  const state = JSON.parse((await repository.file('state.json', ref)) ?? '{}');
  return state.active?.runId;
}

async function endOf(traceFile: string): Promise<string | undefined> {
  const { messages, complete } = await readTrace(traceFile);
  const payload = messages.at(-1)?.payload;
  return complete && payload?.type === 'outcome' && 'kind' in payload ? String(payload.kind) : undefined;
}
