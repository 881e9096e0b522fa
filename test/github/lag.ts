import type { Action } from './intercept.ts';

/**
 * A list as it was a moment ago: without what has an id from `firstNewId` on, and without refs that are not among `oldRefs`.
 */
export function lagging(firstNewId: number, oldRefs: ReadonlySet<string>): Action {
  const isOld = (entry: unknown) => {
    const { id, ref } = entry as { id?: number; ref?: string };
    return typeof id === 'number' ? id < firstNewId : ref === undefined || oldRefs.has(ref);
  };
  return async (_, proceed) => {
    const answer = await proceed();
    if (answer === 'hang-up' || answer.status !== 200) return answer;
    const list: unknown = JSON.parse(answer.body.toString());
    if (!Array.isArray(list)) return answer;
    const { etag: _etag, ...headers } = answer.headers;
    return { ...answer, headers, body: JSON.stringify(list.filter(isOld)) };
  };
}
