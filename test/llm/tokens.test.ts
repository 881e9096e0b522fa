import { describe, expect, it } from 'vitest';
import { estimateMessages, estimateText, outputCap } from '../../core/llm/tokens.ts';
import type { PayloadOf } from '../../core/omnimessage/index.ts';
import { build } from './conversation.ts';

describe('estimates', () => {
  it.each([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['日本', 2],
    ['🐧🐧', 2],
    ['abcd é', 3],
  ])('%j is %i tokens', (text, tokens) => {
    expect(estimateText(text)).toBe(tokens);
  });

  it('an image counts as an image, however long its base64 is', () => {
    const url = `data:image/png;base64,${'A'.repeat(100_000)}`;
    expect(estimateMessages([build({ type: 'image_url', role: 'user', image_url: url })])).toBe(1600);
    const output: PayloadOf<'tool_call_output'> = {
      type: 'tool_call_output',
      role: 'user',
      output: 'abcd',
      tool_call_id: 'c',
      images: [url, url],
    };
    expect(estimateMessages([build(output)])).toBe(3201);
    const data = { type: 'inline_data', role: 'user', data: url, mime_type: 'image/png' } as const;
    expect(estimateMessages([build(data)])).toBe(1600);
  });

  it('thinking and calls count by their words', () => {
    const call = {
      type: 'tool_call',
      role: 'assistant',
      name: 'look',
      arguments: '{"a": 1}',
      tool_call_id: 'c',
    } as const;
    expect(estimateMessages([build(call)])).toBe(3);
    expect(estimateMessages([build({ type: 'thinking', role: 'assistant', thinking: 'hmm.' })])).toBe(1);
  });
});

describe('the output cap', () => {
  it.each([
    [4_000, 100_000, 50_000, 4_000],
    [4_000, 10_000, 6_000, 2_976],
    [4_000, 10_000, 9_900, 512],
    [100, 10_000, 9_900, 100],
    [4_000, undefined, 1_000_000, 4_000],
    [undefined, 10_000, 6_000, undefined],
  ])('asked for %s in a window of %s with %s in it is %s', (maxTokens, window, input, cap) => {
    expect(outputCap(maxTokens, window, input)).toBe(cap);
  });
});
