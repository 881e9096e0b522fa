import type { Step } from './report-view.ts';

const MAX_TARGETS = 4;

/** Files that are read one after the other become one step. */
export function withStep(steps: readonly Step[], step: Step): Step[] {
  const last = steps.at(-1);
  if (last === undefined || !mayJoin(last, step)) return [...steps, step];
  return [...steps.slice(0, -1), joined(last, step)];
}

function mayJoin(last: Step, next: Step): boolean {
  const isPlainRead = (step: Step) => step.verb === 'read' && step.result === '';
  return isPlainRead(last) && isPlainRead(next) && last.targets.length < MAX_TARGETS;
}

function joined(last: Step, next: Step): Step {
  const targets = [...new Set([...last.targets, ...next.targets])];
  return { ...last, targets, durationMs: last.durationMs + next.durationMs };
}
