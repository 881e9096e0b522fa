import type { OmniMessage } from '../omnimessage/index.ts';
import { createCallLog } from './call-log.ts';
import { courseAfter, FRESH_COURSE } from './course.ts';
import type { ReportView } from './report-view.ts';

/**
 * A reader of a Session's stream that knows at any time how things stand. What it keeps does not grow with
 * the run.
 */
export interface Report {
  /** Takes one message in; a child Session's messages are the child's own story. */
  push(message: OmniMessage): void;
  view(): ReportView;
}

export function createReport(): Report {
  const calls = createCallLog();
  let course = FRESH_COURSE;
  return {
    push({ payload, timestamp, origin }) {
      if (origin !== undefined) return;
      const at = Date.parse(timestamp);
      course = courseAfter(course, payload, at);
      calls.push(payload, at);
    },
    view: () => ({ ...course, ...calls.view() }),
  };
}
