import { describe, expect, it } from 'vitest';
import {
  busyReply,
  helpReply,
  isRefusal,
  refusedReply,
  renderReply,
  statusReply,
} from '../../core/render/index.ts';
import { moment } from './told.ts';

const active = {
  title: 'fix @x',
  startedAt: moment(0),
  report: 'https://github.com/o/r/issues/7#issuecomment-1',
  run: 'https://github.com/o/r/actions/runs/7',
};
const working =
  'working on *fix @\u200bx* for 1 m 30 s · [report](https://github.com/o/r/issues/7#issuecomment-1) · [run](https://github.com/o/r/actions/runs/7)';

describe('a reply', () => {
  it('begins with the marker of the comment that it answers', () => {
    expect(renderReply(42, 'All *well*, @x.')).toBe('<!-- penguin:reply:42 -->\n\nAll *well*, @\u200bx.');
  });

  it('says why somebody is refused', () => {
    expect(refusedReply(42, 'write access is needed, and\nyou have `read`.')).toBe(
      '<!-- penguin:reply:42 -->\n\n**Refused**: write access is needed, and you have &#96;read&#96;.',
    );
  });

  it('that refuses is told from others', () => {
    expect(isRefusal(refusedReply(42, 'no'))).toBe(true);
    const others = [statusReply(42, undefined, moment(0)), '**Refused**: no', `> ${refusedReply(42, 'no')}`];
    expect(others.map(isRefusal)).toEqual([false, false, false]);
  });

  it('says what a busy Thread is busy with', () => {
    expect(busyReply(42, active, moment(90))).toContain(`**Busy**: ${working}\n\n`);
  });

  it('says how things stand', () => {
    expect(statusReply(42, active, moment(90))).toContain(`**Status**: ${working}`);
    expect(statusReply(42, undefined, moment(90))).toContain('**Status**: Nothing is running here.');
  });

  it('lists the commands that it is given', () => {
    const rows = [
      { usage: '/penguin [text…]', description: 'does what the text says', aliases: [] },
      { usage: '/penguin approve [id]', description: 'allows a call', aliases: ['ok'] },
    ];
    expect(helpReply(42, rows)).toBe(
      '<!-- penguin:reply:42 -->\n\n**What you can ask**\n\n- `/penguin [text…]`: does what the text says\n- `/penguin approve [id]`: allows a call (also `ok`)',
    );
  });

  it('fits into a comment', () => {
    expect([...renderReply(42, 'word '.repeat(40_000))].length).toBeLessThanOrEqual(60_000);
  });
});
