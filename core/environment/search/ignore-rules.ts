import { dirname } from 'node:path/posix';
import ignore, { type Ignore } from 'ignore';

/** What the `.gitignore` files on the way to a folder exclude. */
export interface IgnoreRules {
  /** The rules inside `folder`, whose own `.gitignore` holds `text`. */
  within(folder: string, text: string): IgnoreRules;
  /** `path` lies in the innermost folder; a folder ends with `/`. */
  exclude(path: string): boolean;
}

interface Layer {
  /** Where its paths begin in a whole path. */
  start: number;
  rules: Ignore;
}

/** Each `**` in front of something multiplies the ways to try: a line with more of them could hold the search for hours and is not honoured. */
const MAX_CROSSINGS = 2;

export const noRules: IgnoreRules = rulesOf([]);

function rulesOf(layers: Layer[]): IgnoreRules {
  return {
    within(folder, text) {
      const rules = ignore({ ignorecase: false }).add(text.split(/\r?\n/).filter(isTame));
      return rulesOf([{ start: folder === '.' ? 0 : folder.length + 1, rules }, ...layers]);
    },
    exclude(path) {
      for (const { start, rules } of layers) {
        const verdict = judge(rules, path.slice(start));
        if (verdict !== 'silent') return verdict === 'excluded';
      }
      return false;
    },
  };
}

/** What one file's rules say of a path itself. That its folder is excluded says nothing: an inner file let the walk come here. */
function judge(rules: Ignore, path: string): 'excluded' | 'included' | 'silent' {
  const { ignored, unignored } = rules.test(path);
  if (unignored) return 'included';
  if (!ignored) return 'silent';
  const folder = dirname(path);
  return folder !== '.' && rules.test(`${folder}/`).ignored ? 'silent' : 'excluded';
}

function isTame(line: string): boolean {
  const crossing = line
    .split('/')
    .slice(0, -1)
    .filter((segment) => /^\*{2,}$/.test(segment));
  return crossing.length <= MAX_CROSSINGS;
}
