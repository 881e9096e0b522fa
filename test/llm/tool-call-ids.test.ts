import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ToolCallIdAllocator } from '../../core/llm/index.ts';

it('an id that says something and is new stays as it is', () => {
  expect(new ToolCallIdAllocator().inbound('call_1', 'look')).toBe('call_1');
});

it('ids that come twice, are empty, or are the function’s name are numbered', () => {
  const ids = new ToolCallIdAllocator();
  const given = [
    ['call_1', 'look'],
    ['call_1', 'look'],
    ['', 'look'],
    ['look', 'look'],
    ['call_1', 'grep'],
  ] as const;
  expect(given.map(([id, name]) => ids.inbound(id, name))).toEqual([
    'call_1',
    'call_1#2',
    'look#1',
    'look#2',
    'call_1#3',
  ]);
});

it('ids of an earlier run are not given out again', () => {
  const ids = new ToolCallIdAllocator();
  for (const id of ['call_1', 'look#4']) ids.reserve(id);
  expect(ids.inbound('call_1', 'look')).toBe('call_1#2');
  expect(ids.inbound('look', 'look')).toBe('look#5');
});

it('whatever upstreams say, ids are unique and the upstream gets its own words back', () => {
  const id = fc.constantFrom('', 'a', 'b', 'a#1', 'a#2', 'a#1#1', '#1', 'look');
  const name = fc.constantFrom('look', 'a', 'a#1');
  fc.assert(
    fc.property(fc.array(fc.tuple(id, name)), (calls) => {
      const ids = new ToolCallIdAllocator();
      const given = calls.map((call) => ids.inbound(...call));
      expect(new Set(given).size).toBe(given.length);
      expect(given.map((one) => ids.outbound(one))).toEqual(calls.map(([said, called]) => said || called));
    }),
  );
});
