import { createBuild, type Outcome, type Payload } from '../../core/omnimessage/index.ts';
import { createReport, type ReportFacts, type ReportView } from '../../core/render/index.ts';

const START = Date.parse('2026-11-30T12:00:00Z');

/** A moment of the run, in seconds after its start. */
export function moment(seconds: number): Date {
  return new Date(START + seconds * 1000);
}

/** What a Report knows once it was told these payloads, each at its second. */
export function told(story: readonly (readonly [seconds: number, payload: Payload])[]): ReportView {
  const report = createReport();
  for (const [seconds, payload] of story) report.push(createBuild(() => moment(seconds))(payload));
  return report.view();
}

export function facts(more: Partial<ReportFacts> = {}): ReportFacts {
  return {
    sessionId: 'a81f32c4d09e',
    title: 'fix the failing date test',
    asker: 'octocat',
    startedAt: moment(0),
    notices: [],
    links: { run: 'https://github.com/o/r/actions/runs/7' },
    ...more,
  };
}

export function call(id: string, name: string, args: Record<string, unknown>): Payload {
  return { type: 'tool_call', role: 'assistant', name, arguments: JSON.stringify(args), tool_call_id: id };
}

export function decision(
  id: string,
  kind: 'allow' | 'deny' | 'forbidden' | 'defer',
  reason?: string,
): Payload {
  return {
    type: 'approval_decision',
    decision: kind,
    tool_call_id: id,
    ...(reason === undefined ? {} : { reason }),
  };
}

export function output(id: string, text: string, stop_reason?: 'failed' | 'timeout' | 'aborted'): Payload {
  return {
    type: 'tool_call_output',
    role: 'user',
    output: text,
    tool_call_id: id,
    ...(stop_reason === undefined ? {} : { stop_reason }),
  };
}

export function usage(total: number): Payload {
  const counts = { cache_read: Math.floor(total / 2), cache_write: 0, output: Math.floor(total / 10), total };
  return { type: 'token_usage', session: counts, request: counts };
}

export function ended(outcome: Omit<Outcome, 'usage'>): Payload {
  return { type: 'outcome', usage: { cache_read: 0, cache_write: 0, output: 0, total: 0 }, ...outcome };
}

export const DIFF = '--- a/src/date.ts\n+++ b/src/date.ts\n@@ -1,3 +1,4 @@\n a\n-b\n+c\n++++ d\n e\n';

/** A run in its fourth turn that has read, run and edited. */
export const WORKING: (readonly [number, Payload])[] = [
  [0, { type: 'request_begin' }],
  [
    1,
    {
      type: 'plan',
      items: [
        { text: 'Find the cause', status: 'completed' },
        { text: 'Fix `src/date.ts`', status: 'in_progress' },
      ],
    },
  ],
  [2, call('1', 'read_file', { path: 'src/date.ts' })],
  [2, decision('1', 'allow')],
  [2.1, output('1', '...')],
  [3, call('2', 'read_file', { path: 'test/date.test.ts' })],
  [3, decision('2', 'allow')],
  [3.1, output('2', '...')],
  [4, { type: 'request_begin' }],
  [5, call('3', 'exec_command', { command: 'npm test -- date | tail' })],
  [5, decision('3', 'allow')],
  [11.2, output('3', '1 failed\n[exit code: 1]')],
  [12, { type: 'request_begin' }],
  [13, call('4', 'edit_file', { path: 'src/date.ts', old_string: 'b', new_string: 'c' })],
  [13, decision('4', 'allow')],
  [13, output('4', DIFF)],
  [60, { type: 'request_begin' }],
  [61, usage(48_000)],
  [64, call('5', 'exec_command', { command: 'npm test -- date' })],
  [64, decision('5', 'allow')],
];
