import { expect, it } from 'vitest';
import { nearKey } from '../../core/state/near-key.ts';

const KEYS = ['provider', 'model_id', 'base_url', 'api_key_env', 'context_window'];

it.each([
  ['providr', 'provider'],
  ['Provider', 'provider'],
  ['model-id', 'model_id'],
  ['modelId', 'model_id'],
  ['baseURL', 'base_url'],
  ['url', 'base_url'],
  ['api_key', 'api_key_env'],
  ['window', 'context_window'],
  ['max_context_window', 'context_window'],
])('%s is taken for %s', (written, meant) => {
  expect(nearKey(written, KEYS)).toBe(meant);
});

it.each(['temperature', 'x', '', '_', '-', 'ö'.repeat(10_000)])('%j is taken for none', (written) => {
  expect(nearKey(written, KEYS)).toBeUndefined();
});
