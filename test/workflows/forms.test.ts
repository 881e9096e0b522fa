/** GitHub drops a form or a setting that it cannot read without a word. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkoutRoot } from '../github/checkout-root.ts';

const read = (name: string) => parse(readFileSync(join(checkoutRoot(), '.github', name), 'utf8'));

const forms = readdirSync(join(checkoutRoot(), '.github/ISSUE_TEMPLATE')).filter(
  (name) => name !== 'config.yml',
);

interface Field {
  type: string;
  id?: string;
  attributes: { label?: string; value?: string };
}

it.each(forms)('%s is a form that GitHub shows', (name) => {
  const { name: title, description, body } = read(`ISSUE_TEMPLATE/${name}`);
  expect([title, description]).toEqual([expect.any(String), expect.any(String)]);
  const fields: Field[] = body;
  for (const { type, attributes } of fields) {
    expect(['markdown', 'textarea', 'input']).toContain(type);
    expect(attributes).toHaveProperty(type === 'markdown' ? 'value' : 'label');
  }
  const asked = fields.filter(({ type }) => type !== 'markdown');
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length);
});

it('vulnerabilities are sent elsewhere', () => {
  const { blank_issues_enabled: blank, contact_links: links } = read('ISSUE_TEMPLATE/config.yml');
  expect(blank).toBe(false);
  expect(links).toEqual([
    expect.objectContaining({ url: expect.stringMatching(/\/security\/advisories\/new$/) }),
  ]);
});

it('packages and actions are kept up to date, one pull request a week for each', () => {
  const { version, updates } = read('dependabot.yml');
  expect(version).toBe(2);
  const kinds = updates.map((kind: Record<string, unknown>) => [kind['package-ecosystem'], kind.schedule]);
  expect(kinds).toEqual([
    ['npm', { interval: 'weekly' }],
    ['github-actions', { interval: 'weekly' }],
  ]);
  for (const { groups } of updates) expect(Object.values(groups)).toEqual([{ patterns: ['*'] }]);
});
