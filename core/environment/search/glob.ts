import { RE2JS } from 're2js';

const MAX_GLOB_LENGTH = 1_000;

/** A compiled glob. Case counts; hidden files match like others. */
export interface Glob {
  /** `path` is relative, with `/` between its parts. */
  matches(path: string): boolean;
  /** A glob that every matching file's own name matches; nothing when all names may match. */
  name: string | undefined;
}

/**
 * `*` and `?` stay within a name, `**` crosses folders, `[a-z]`, `[!a-z]` and `{a,b}` choose, `\` takes the next character as it is, a leading `!`
 * turns the meaning round. Without `/` the glob is matched against the name in every folder. Throws an Error that names the fault.
 */
export function compileGlob(glob: string): Glob {
  if (glob.length > MAX_GLOB_LENGTH)
    throw new Error(`The glob is longer than ${MAX_GLOB_LENGTH} characters.`);
  const wanted = !glob.startsWith('!');
  const anchored = glob.replace(/^!/, '').replace(/^(\.?\/)+/, '');
  if (anchored === '') throw new Error(`The glob ${JSON.stringify(glob)} is empty.`);
  const whole = anchored.endsWith('/') ? `${anchored}**` : anchored;
  const pattern = RE2JS.compile(
    toPattern(whole.includes('/') || glob.startsWith('/') ? whole : `**/${whole}`, glob),
  );
  return {
    matches: (path) => pattern.matches(path) === wanted,
    name: wanted ? nameGlob(whole) : undefined,
  };
}

const TOKEN = /\*\*\/|\/\*\*$|\*+|\?|\[[!^]?\]?[^\]/]*\]|\\.|./gsu;

function toPattern(glob: string, shown: string): string {
  let depth = 0;
  let pattern = '';
  for (const [token] of glob.matchAll(TOKEN)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (token === '[' || depth < 0) throw new Error(unclosed(shown));
    pattern += patternOf(token, depth);
  }
  if (depth !== 0) throw new Error(unclosed(shown));
  return `(?s)${pattern}`;
}

function patternOf(token: string, depth: number): string {
  switch (token) {
    case '**/':
      return '(?:[^/]+/)*';
    case '/**':
      return '/.+';
    case '*':
      return '[^/]*';
    case '?':
      return '[^/]';
    case '{':
      return '(?:';
    case '}':
      return ')';
    case ',':
      return depth > 0 ? '|' : ',';
    default:
      if (token.startsWith('**')) return '.*';
      if (token.startsWith('[')) return classOf(token.slice(1, -1));
      return RE2JS.quote(token.startsWith('\\') && token.length > 1 ? token.slice(1) : token);
  }
}

function classOf(content: string): string {
  const negated = content.startsWith('!') || content.startsWith('^');
  const members = (negated ? content.slice(1) : content).replace(/[\\[\]^&]/g, '\\$&');
  return negated ? `[^/${members}]` : `[${members}]`;
}

function unclosed(glob: string): string {
  return `The glob ${JSON.stringify(glob)} has a bracket that is not closed or not opened.`;
}

/** Only what every program understands alike: no classes, no escapes, no braces in braces. */
function nameGlob(glob: string): string | undefined {
  if (/\{[^}]*[/{]/.test(glob)) return undefined;
  const name = glob.slice(glob.lastIndexOf('/') + 1);
  return name === '*' || /\*\*|[[\]\\:]/.test(name) ? undefined : name;
}
