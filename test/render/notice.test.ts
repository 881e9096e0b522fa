import { describe, expect, it } from 'vitest';
import { declinedReply, isOurMarker, renderNotice, sessionMarker } from '../../core/render/index.ts';

const B = '\u200b';

describe('what is said where no Session began', () => {
  it('is one safe line of the summary', () => {
    expect(renderNotice('Refused: @x\n![a](https://evil.example)')).toBe(
      `### Refused: @${B}x \\!\\[a\\](https:&#47;/evil.example)`,
    );
  });

  it('is the same text for the same sentence, and ours', () => {
    expect(declinedReply('No key is set.')).toBe(declinedReply('No key is set.'));
    expect(
      [declinedReply('x'), sessionMarker('a81f'), 'x', ' <!-- penguin:session:1 -->'].map(isOurMarker),
    ).toEqual([true, true, false, false]);
  });

  it('holds no session id that could leave the marker', () => {
    expect(sessionMarker('a --> b\n')).toBe('<!-- penguin:session:a--b -->');
  });
});
