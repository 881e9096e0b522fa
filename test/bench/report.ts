import type { Figure } from './figure.ts';

export interface MeasuredSection {
  title: string;
  figures: Figure[];
  seconds: number;
  /** Why it could not be measured. */
  failure?: string;
}

const NAME_WIDTH = 58;

/** A section for people: one line a figure, with what it was made of below it. */
export function tableOf(name: string, { title, figures, failure }: MeasuredSection): string {
  const lines = figures.flatMap((figure) => [figureLine(figure), ...partLines(figure)]);
  const broken = failure === undefined ? [] : [`  could not be measured: ${failure}`];
  return ['', `${name}: ${title}`, ...lines, ...broken, ''].join('\n');
}

function figureLine(figure: Figure): string {
  const { unit, aim, met } = figure;
  const verdict = aim === null ? '' : `  aim ≤ ${aim} ${unit}  ${met === true ? 'met' : 'MISSED'}`;
  return `  ${figure.name.padEnd(NAME_WIDTH)} ${spreadText(figure, unit)}${verdict}`;
}

function partLines({ parts }: Figure): string[] {
  return Object.entries(parts).map(
    ([name, spread]) => `    ${name.padEnd(NAME_WIDTH - 2)} ${spreadText(spread, spread.unit)}`,
  );
}

function spreadText(
  { median, min, max }: { median: number; min: number; max: number },
  unit: string,
): string {
  const middle = `${round(median)} ${unit}`.padStart(11);
  return min === max ? middle.padEnd(31) : `${middle}  (${round(min)} – ${round(max)})`.padEnd(31);
}

function round(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 ? 0 : 2);
}
