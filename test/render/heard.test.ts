import { describe, expect, it } from 'vitest';
import { renderComment, renderSummary } from '../../core/render/index.ts';
import { ended, facts, moment, told, WORKING } from './told.ts';

const url = 'https://github.com/o/r/issues/7#issuecomment-42';
const seen = { by: 'ann', text: 'use UTC', url, turn: 4 };
const unseen = { by: 'ben', text: 'and add a\n`test` for @cy', url };
const shown = (heard: (typeof seen | typeof unseen)[], story = WORKING) =>
  renderComment(told(story), facts({ heard }), moment(72)).replaceAll('\u200b', '');

describe('what people said on the way', () => {
  it('is listed while the run works, with the place where it was seen', () => {
    expect(shown([seen, unseen])).toContain(
      [
        '<details><summary>Heard on the way (2)</summary>',
        '',
        `- [@ann](${url}) *use UTC* · seen in turn 4`,
        `- [@ben](${url}) *and add a &#96;test&#96; for @cy* · waits for the next turn`,
      ].join('\n'),
    );
  });

  it('and was not seen when the run ended is told outside the fold, with what to type', () => {
    const over = [...WORKING, [70, ended({ kind: 'cancelled', reason: 'Stopped.' })] as const];
    const comment = shown([seen, unseen], over);
    const line = comment.split('\n').find((text) => text.startsWith('Not seen: ')) ?? '';
    expect(line).toContain(`[@ben](${url})`);
    expect(line).toMatch(/Send it again: .*\/penguin and add a/);
    expect(comment).toMatch(/\*use UTC\* · seen in turn 4/);
    expect(comment).toMatch(/for @cy\* · not seen/);
    const summary = renderSummary(told(over), facts({ heard: [unseen] }), moment(72));
    expect(summary).toContain('Not seen: ');
  });

  it('is nothing where nobody said anything', () => {
    expect(shown([])).not.toContain('Heard');
  });

  it('keeps to the latest when it is much', () => {
    const heard = Array.from({ length: 40 }, (_, at) => ({ ...seen, text: `part ${at}.` }));
    const comment = shown(heard);
    expect(comment).toContain('Heard on the way (40)');
    expect(comment).toContain('- and 10 before\n');
    expect(comment).not.toContain('part 9.');
    expect(comment).toContain('part 10.');
  });
});
