import type { Holder } from '../github/index.ts';
import type { ActiveSession } from '../render/index.ts';
import type { CommentScene } from './scene.ts';

/** The Session that holds a Thread, as people see it: its Report and its run. */
export function activeSession(
  holder: Holder,
  { house, trigger: { repository, thread } }: Pick<CommentScene, 'house' | 'trigger'>,
): ActiveSession {
  const { owner, repo } = repository;
  const page = `${house.github.serverUrl}/${owner}/${repo}/issues/${thread.number}`;
  return {
    title: holder.title,
    startedAt: new Date(holder.since),
    run: runUrl(house.run.url, holder.runId),
    ...(holder.commentId === undefined ? {} : { report: `${page}#issuecomment-${holder.commentId}` }),
  };
}

/** Another run's page, from the address of ours. */
export function runUrl(ours: string, runId: number): string {
  return ours.replace(/\d+$/, String(runId));
}
