import { code, oneLine } from '../policy/index.ts';
import { link } from './link.ts';
import type { HeardWords, ReportFacts } from './report-facts.ts';
import type { ReportView } from './report-view.ts';

const MAX_HEARD = 30;
const MAX_WORDS = 200;

/** What people said on the way and where the model reads it, folded. */
export function heardSection({ status }: ReportView, { heard = [] }: ReportFacts): string {
  const isOver = status.kind === 'ended';
  const lines = heard.slice(-MAX_HEARD).map((words) => `- ${spoken(words)} · ${placeOf(words, isOver)}`);
  const more = heard.length > MAX_HEARD ? [`- and ${heard.length - MAX_HEARD} before`] : [];
  if (lines.length === 0) return '';
  const title = `Heard on the way (${heard.length})`;
  return `<details><summary>${title}</summary>\n\n${[...more, ...lines].join('\n')}\n\n</details>`;
}

/** What was said and the model has not read: only known for certain at the end. */
export function notSeenSection({ status }: ReportView, { heard = [] }: ReportFacts): string {
  if (status.kind !== 'ended') return '';
  return heard
    .filter(({ turn }) => turn === undefined)
    .slice(-MAX_HEARD)
    .map((words) => `Not seen: ${spoken(words)}. Send it again: ${code(`/penguin ${words.text}`)}`)
    .join('\n\n');
}

function spoken({ by, text, url }: HeardWords): string {
  return `${link(oneLine(`@${by}`, MAX_WORDS), url)} *${oneLine(text, MAX_WORDS)}*`;
}

function placeOf({ turn }: HeardWords, isOver: boolean): string {
  if (turn !== undefined) return `seen in turn ${turn}`;
  return isOver ? 'not seen' : 'waits for the next turn';
}
