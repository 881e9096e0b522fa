import type { Payload, PayloadOf } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';
import type { ReportView } from './report-view.ts';

const MAX_PLAN_ITEMS = 20;
const MAX_REASON = 300;

/** How a run goes, its calls apart. */
export type Course = Pick<ReportView, 'status' | 'model' | 'plan' | 'turns' | 'retries' | 'usage'>;

export const FRESH_COURSE: Course = {
  status: { kind: 'working' },
  plan: [],
  turns: 0,
  retries: 0,
  usage: { cache_read: 0, cache_write: 0, output: 0, total: 0 },
};

/** `at` is when the message was made, in milliseconds since 1970. */
export function courseAfter(course: Course, payload: Payload, at: number): Course {
  switch (payload.type) {
    case 'session_meta':
      return { ...course, model: { provider: payload.provider, modelId: payload.model_id } };
    case 'plan':
      return { ...course, plan: payload.items.slice(0, MAX_PLAN_ITEMS) };
    case 'token_usage':
      return { ...course, usage: payload.session };
    case 'request_begin':
      return begun(course);
    case 'request_end':
      return requested(course, payload, at);
    case 'compaction_begin':
      return { ...course, status: { kind: 'compacting' } };
    case 'compaction_end':
      return { ...course, status: { kind: 'working' } };
    case 'outcome': {
      const { type: _, ...outcome } = payload;
      return { ...course, status: { kind: 'ended', outcome, at } };
    }
    default:
      return course;
  }
}

/** A Request that is made again belongs to the same Turn, and one that compacts belongs to none. */
function begun(course: Course): Course {
  switch (course.status.kind) {
    case 'working':
      return { ...course, turns: course.turns + 1 };
    case 'retrying':
      return { ...course, status: { kind: 'working' } };
    case 'compacting':
    case 'ended':
      return course;
  }
}

function requested(course: Course, end: PayloadOf<'request_end'>, at: number): Course {
  const { attempt = 1, retry_in_ms, error_message = '' } = end;
  if (retry_in_ms === undefined) return course;
  const reason = plainLine(error_message, MAX_REASON);
  const status = { kind: 'retrying', attempt, until: at + retry_in_ms, reason } as const;
  return { ...course, status, retries: course.retries + 1 };
}
