import { clipMarkdown, code, neutralise, oneLine } from '../policy/index.ts';
import { links } from './link.ts';
import { replyMarker } from './marker.ts';
import { duration } from './measures.ts';
import { paragraphs } from './paragraphs.ts';

const MAX_LINE = 500;
const MAX_REPLY = { points: 60_000, bytes: 240_000 };

/** One command as help shows it. */
export interface HelpRow {
  usage: string;
  description: string;
  aliases: readonly string[];
}

/** The Session that works on a Thread. */
export interface ActiveSession {
  title: string;
  startedAt: Date;
  /** Its live comment. */
  report?: string;
  run?: string;
}

/** An answer to the comment `commentId`, found again by its first line. `markdown` may be anybody's. */
export function renderReply(commentId: number, markdown: string): string {
  return reply(commentId, neutralise(markdown));
}

/** Whoever asked may not. */
export function refusedReply(commentId: number, reason: string): string {
  return reply(commentId, `**Refused**: ${oneLine(reason, MAX_LINE)}`);
}

/** Whether a comment of ours tells somebody that they may not. */
export function isRefusal(body: string): boolean {
  return /^<!-- penguin:reply:\d+ -->\s+\*\*Refused\*\*/.test(body);
}

/** One Session a Thread: what it has not taken up while it was waited for is not done. */
export function busyReply(commentId: number, active: ActiveSession, now: Date): string {
  const rest =
    'It did not take up this comment within a minute, and a Thread has one Session at a time, so nothing was done. Send it again when that has ended, or stop it with `/penguin stop`.';
  return reply(commentId, `**Busy**: ${activeText(active, now)}\n\n${rest}`);
}

/** How things stand on a Thread; `active` is undefined when nothing runs. */
export function statusReply(commentId: number, active: ActiveSession | undefined, now: Date): string {
  const text = active === undefined ? 'Nothing is running here.' : activeText(active, now);
  return reply(commentId, `**Status**: ${text}`);
}

export function helpReply(commentId: number, commands: readonly HelpRow[]): string {
  return reply(commentId, paragraphs(['**What you can ask**', commands.map(helpLine).join('\n')]));
}

function helpLine({ usage, description, aliases }: HelpRow): string {
  const also = aliases.length === 0 ? '' : ` (also ${aliases.map(code).join(', ')})`;
  return `- ${code(usage)}: ${oneLine(description, MAX_LINE)}${also}`;
}

function activeText({ title, startedAt, report, run }: ActiveSession, now: Date): string {
  const since = duration(now.getTime() - startedAt.getTime());
  return [`working on *${oneLine(title, MAX_LINE)}* for ${since}`, ...links({ report, run })].join(' · ');
}

function reply(commentId: number, markdown: string): string {
  const text = `${replyMarker(commentId)}\n\n${markdown}`;
  return clipMarkdown(text, MAX_REPLY.points, MAX_REPLY.bytes, '*The rest did not fit.*');
}
