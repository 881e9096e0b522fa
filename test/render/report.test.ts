import { describe, expect, it } from 'vitest';
import { createBuild, withOrigin } from '../../core/omnimessage/index.ts';
import { createReport } from '../../core/render/index.ts';
import { call, DIFF, decision, ended, moment, output, told, WORKING } from './told.ts';

const one = (
  name: string,
  args: Record<string, unknown>,
  text: string,
  stop?: 'failed' | 'timeout' | 'aborted',
) =>
  told([
    [0, call('1', name, args)],
    [1, decision('1', 'allow')],
    [3, output('1', text, stop)],
  ]).steps[0];

describe('a Report', () => {
  it.each([
    ['read_file', { path: 'a.ts' }, 'x', ['read', 'a.ts', '', false]],
    ['exec_command', { command: 'npm\n  test' }, 'ok', ['ran', 'npm test', 'exit 0', false]],
    [
      'exec_command',
      { command: 'false' },
      'x\n[exit code: 2]\n[1 process was left]',
      ['ran', 'false', 'exit 2', true],
    ],
    ['exec_command', { command: 'x' }, '[killed by SIGKILL]', ['ran', 'x', 'killed by SIGKILL', true]],
    ['edit_file', { path: 'a.ts' }, DIFF, ['edited', 'a.ts', '+2 −1', false]],
    [
      'write_file',
      { path: 'a.ts', content: 'a\nb\n' },
      'Created a.ts (4 bytes).',
      ['wrote', 'a.ts', '+2', false],
    ],
    ['grep', { pattern: 'a|b' }, '', ['searched', 'a|b', '', false]],
    ['glob', { pattern: '**/*.ts' }, '', ['listed', '**/*.ts', '', false]],
    ['mcp__db__query', { sql: 'x' }, '', ['called', 'mcp__db__query', '', false]],
    ['constructor', {}, '', ['called', 'constructor', '', false]],
    ['exec_command', { command: 7 }, '', ['called', 'exec_command', 'exit 0', false]],
  ] as const)('describes %s %j', (name, args, text, [verb, target, result, failed]) => {
    expect(one(name, args, text)).toEqual({ verb, targets: [target], result, failed, durationMs: 2000 });
  });

  it('says how a call failed', () => {
    expect(one('read_file', { path: 'a' }, 'no such file\nlook at b', 'failed')?.result).toBe(
      'failed: no such file look at b',
    );
    expect(one('exec_command', { command: 'a' }, '', 'timeout')?.result).toBe('timed out');
    expect(one('exec_command', { command: 'a' }, '', 'aborted')?.result).toBe('aborted');
  });

  it('knows the plan, the running call, the turn and what changed', () => {
    const view = told(WORKING);
    expect(view.plan.map(({ status }) => status)).toEqual(['completed', 'in_progress']);
    expect(view.running).toEqual([{ verb: 'ran', target: 'npm test -- date', since: moment(64).getTime() }]);
    expect(view.turns).toBe(4);
    expect([...view.changes]).toEqual([['src/date.ts', { additions: 2, deletions: 1 }]]);
    expect(view.steps.map(({ targets }) => targets)).toEqual([
      ['src/date.ts', 'test/date.test.ts'],
      ['npm test -- date | tail'],
      ['src/date.ts'],
    ]);
  });

  it('counts a denied call as denied and never as a step', () => {
    const view = told([
      [0, call('1', 'exec_command', { command: 'rm -rf /' })],
      [1, decision('1', 'deny', 'not today')],
      [1, output('1', 'not today', 'aborted')],
    ]);
    expect(view.steps).toEqual([]);
    expect(view.denied).toEqual([{ verb: 'ran', target: 'rm -rf /', reason: 'not today' }]);
    expect(view.denials).toBe(1);
  });

  it('shows a call that waits for a person until it is decided', () => {
    const asking = [
      [0, call('1', 'exec_command', { command: 'npm publish' })],
      [
        0,
        {
          type: 'approval_request',
          tool_call_id: '1',
          digest: 'd',
          level: 'high',
          reason: 'network',
          expires_at: 'later',
        },
      ],
      [0, decision('1', 'defer')],
    ] as const;
    expect(told(asking).asks).toMatchObject([{ target: 'npm publish', level: 'high' }]);
    expect(told([...asking, [9, decision('1', 'allow')]]).asks).toEqual([]);
    expect(told([...asking, [9, decision('1', 'allow')]]).running).toHaveLength(1);
  });

  it('counts a Request that is made again into the same turn', () => {
    const failed = {
      type: 'request_end',
      status: 'timeout',
      error_message: '503\nbusy',
      attempt: 1,
      retry_in_ms: 4000,
    } as const;
    const waiting = told([
      [0, { type: 'request_begin' }],
      [1, failed],
    ]);
    expect(waiting.status).toEqual({
      kind: 'retrying',
      attempt: 1,
      until: moment(5).getTime(),
      reason: '503 busy',
    });
    const view = told([
      [0, { type: 'request_begin' }],
      [1, failed],
      [5, { type: 'request_begin' }],
      [6, { type: 'request_end', status: 'completed' }],
    ]);
    expect([view.turns, view.retries, view.status.kind]).toEqual([1, 1, 'working']);
  });

  it('does not grow with the run', () => {
    const report = createReport();
    const build = createBuild(() => moment(0));
    for (let at = 0; at < 3000; at += 1) {
      report.push(build(call(`${at}`, 'write_file', { path: `f${at}`, content: 'x'.repeat(1000) })));
      report.push(build(decision(`${at}`, at % 3 === 0 ? 'deny' : 'allow', 'no'.repeat(1000))));
      report.push(build(output(`${at}`, `Created f${at}`)));
    }
    const view = report.view();
    expect([view.steps.length, view.elided, view.denied.length, view.denials]).toEqual([100, 1900, 20, 1000]);
    expect(view.changes.size).toBe(500);
    expect(JSON.stringify(view).length).toBeLessThan(100_000);
  });

  it('leaves a child Session its own story', () => {
    const report = createReport();
    const build = createBuild(() => moment(0));
    report.push(withOrigin(build({ type: 'request_begin' }), 'child'));
    report.push(withOrigin(build(ended({ kind: 'failed', reason: 'x' })), 'child'));
    expect(report.view()).toMatchObject({ turns: 0, status: { kind: 'working' } });
  });

  it('ignores a call that was cut off, and a plan call', () => {
    const view = told([
      [0, { ...call('1', 'read_file', { path: 'a' }), stop_reason: 'aborted' } as ReturnType<typeof call>],
      [0, call('2', 'update_plan', { items: [] })],
      [0, decision('2', 'allow')],
      [0, output('2', 'ok')],
    ]);
    expect([view.running, view.steps]).toEqual([[], []]);
  });
});
