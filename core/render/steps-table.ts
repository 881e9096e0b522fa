import { codeCell, minus, oneLine, sizeOf, type TextSize } from '../policy/index.ts';
import { counted, duration } from './measures.ts';
import type { ReportView, Step } from './report-view.ts';

const HEAD = ['| | step | time |', '|---|---|---|'];
const MAX_CELL = 160;

/**
 * The steps as a table: the latest that fit into `room`, and how many came before them. Empty when there is
 * no step.
 */
export function stepsTable({ steps, elided }: ReportView, room: TextSize): string {
  const rows: string[] = [];
  let left = room;
  for (const step of [...steps].reverse()) {
    const row = rowOf(step);
    left = minus(left, sizeOf(`${row}\n`));
    if (left.points < 0 || left.bytes < 0) break;
    rows.unshift(row);
  }
  const before = elided + steps.length - rows.length;
  const note = before === 0 ? [] : [`| | *${counted(before, 'earlier step')}* | |`];
  return rows.length + note.length === 0 ? '' : [...HEAD, ...note, ...rows].join('\n');
}

function rowOf({ verb, targets, result, durationMs }: Step): string {
  const outcome = result === '' ? '' : ` ${arrowFor(verb)}${oneLine(result, MAX_CELL)}`;
  return `| ${verb} | ${targets.map(codeCell).join(', ')}${outcome} | ${durationMs < 50 ? '' : duration(durationMs)} |`;
}

function arrowFor(verb: string): string {
  return verb === 'edited' || verb === 'wrote' ? '' : '→ ';
}
