import { oneLine, titleLine } from '../policy/index.ts';
import { taskMarker } from './marker.ts';

const MAX_TITLE = 100;
const MAX_ORIGIN = 200;

/** The issue in which a Task without a Thread reports, its news apart. `origin` says in words what starts the Task. */
export function taskIssue(
  key: string,
  origin: string,
  title: string,
): { key: string; marker: string; title: string; intro: string } {
  return {
    key,
    marker: taskMarker(key),
    title: `Penguin: ${titleLine(title, MAX_TITLE) || 'a task'}`,
    intro: `*Here reports ${oneLine(origin, MAX_ORIGIN)} when there is something for a person. Later reports follow as comments; close this issue when nothing is left to do.*`,
  };
}
