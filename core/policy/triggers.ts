import { GITHUB_IMAGE } from './github-image.ts';

/**
 * What makes GitHub or another bot act when a comment merely says it. Each is broken by a zero-width space: a
 * reader sees the same text, a machine no longer recognises it.
 */
const BREAK = '\u200B';

/** After a letter it is an address, unless an address has just ended there. */
const MENTION = /(?<![A-Za-z0-9])@(?=[A-Za-z0-9])|(?<=@[\w.+-]{1,254})@(?=[A-Za-z0-9])/g;

/** Bots that read the raw text of a comment, code included. */
const BOTS =
  'bors claude coderabbitai codex copilot cursor cursoragent dependabot gemini-cli greptile mergify mergifyio ' +
  'openhands penguin renovate renovatebot rustbot sweep';
/** A package's scope goes on with a slash. */
const BOT_MENTION = new RegExp(`@(?=(?:${BOTS.replaceAll(' ', '|')})(?![\\w/-]))`, 'gi');

/** A word that some chat bot takes for a command; a path goes on with another slash. */
const COMMAND = /^((?:[^\p{L}\p{N}\n/`]|\d{1,9}[.)])*)\/(?=[A-Za-z][\w-]*(?![\w/-]))/gmu;

/** Every repetition is bounded: the text is a stranger's. */
const REFERENCE = [
  /\\?#\d/,
  /GH-\d/,
  /[\w.-]{1,100}\/[\w.-]{1,100}\\?#\d/,
  /https?:\/\/\S{1,200}\/(?:issues|pull)\/\d/,
]
  .map(({ source }) => source)
  .join('|');

/** Between keyword and reference stand blanks, a colon or Markdown at most. */
const CLOSER = new RegExp(
  `(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=[\\s:*_~\`'"([\\\\<]{1,9}(?:${REFERENCE}))`,
  'gi',
);

/** An image, unless GitHub itself hosts it. */
const FOREIGN_IMAGE = new RegExp(
  `!(?=\\[)(?!\\[[^[\\]]*\\]\\(${GITHUB_IMAGE.source}(?:[ \\t]+"[^"\\n]*")?[ \\t]*\\))`,
  'g',
);

/** `@user` and `@org/team` notify nobody. */
export function breakMentions(text: string): string {
  return text.replace(MENTION, `@${BREAK}`);
}

/** `@dependabot merge` and its like start nothing, not even out of code. */
export function breakBotMentions(text: string): string {
  return text.replace(BOT_MENTION, `@${BREAK}`);
}

/** No line begins with a slash command. */
export function breakCommands(text: string): string {
  return text.replace(COMMAND, `$1/${BREAK}`);
}

/** `fixes #12` closes nothing. */
export function breakClosers(text: string): string {
  return text.replace(CLOSER, (keyword) => `${keyword.slice(0, -1)}${BREAK}${keyword.slice(-1)}`);
}

/** No image is loaded from outside GitHub, by whatever form of reference: it shows as a link. */
export function breakImages(text: string): string {
  return text.replace(FOREIGN_IMAGE, `!${BREAK}`);
}

/** No run of tildes opens a fence. */
export function breakFences(text: string): string {
  return text.replace(/~~(?=~)/g, `~~${BREAK}`);
}

/** Nothing is left that could pass for an HTML comment, and so for a marker of ours. */
export function breakHtmlComments(text: string): string {
  return text.replaceAll('<!--', `<!${BREAK}--`);
}
