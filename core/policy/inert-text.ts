import { GITHUB_IMAGE } from './github-image.ts';
import { oneLine } from './one-line.ts';
import { breakFences, breakImages, breakMentions } from './triggers.ts';

/** What plain Markdown text can do harm with; the first that matches at a place wins. */
const ACTIVE = new RegExp(
  [
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /<(?<autolink>https?:\/\/[^\s<>`![\]\\&]*)>/,
    /<img\b(?<attributes>[^<>]*)>/,
    /!\[(?<alt>[^[\]]*)\]\((?<source>[^()\s]*)(?:[ \t]+"[^"\n]*")?[ \t]*\)/,
    /(?<url>https?:\/\/[^\s<>`![\]\\&]+)/,
    /(?<entity>&#?\w{1,32};)/,
    /(?<plain>[<`])/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'gi',
);

const WHOLE_GITHUB_IMAGE = new RegExp(`^${GITHUB_IMAGE.source}$`);
const HARMLESS_ENTITY = /^&(?:amp|lt|gt|quot|nbsp|#39|#96);$/;
const ALT_ATTRIBUTE = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const MAX_ALT = 200;

/** Behind an address a backslash would be a part of the address, and escape nothing. */
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '`': '&#96;' };

/**
 * Markdown text outside code with nothing active in it but formatting and links: images from elsewhere become
 * their alternative text, HTML and entities show as they are written, backticks and tildes open no code,
 * mentions notify nobody.
 */
export function inertText(text: string): string {
  const inert = text.replace(ACTIVE, (...match) => replacement(match[0], match.at(-1)));
  return breakMentions(breakImages(breakFences(inert)));
}

type Groups = Partial<
  Record<'escaped' | 'autolink' | 'attributes' | 'alt' | 'source' | 'url' | 'entity', string>
>;

function replacement(found: string, groups: Groups): string {
  if (groups.escaped !== undefined) return ENTITIES[groups.escaped] ?? found;
  if (groups.autolink !== undefined) return quietUrl(groups.autolink);
  if (groups.attributes !== undefined) return alternative(altOf(groups.attributes));
  if (groups.alt !== undefined)
    return WHOLE_GITHUB_IMAGE.test(groups.source ?? '') ? found : alternative(groups.alt);
  if (groups.url !== undefined) return quietUrl(groups.url);
  if (groups.entity !== undefined) return HARMLESS_ENTITY.test(found) ? found : `&amp;${found.slice(1)}`;
  return ENTITIES[found] ?? found;
}

function alternative(alt: string): string {
  return oneLine(alt, MAX_ALT) || 'image';
}

function altOf(attributes: string): string {
  const match = ALT_ATTRIBUTE.exec(attributes);
  return match?.[1] ?? match?.[2] ?? '';
}

/** In an address a mention is written in a way that a browser reads alike. */
function quietUrl(url: string): string {
  return url.replaceAll('@', '%40');
}
