import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedact } from '../../core/policy/index.ts';

const SECRET = 'p@ss "word"/<7>&x';

/** As tools print it; the readable part, without what depends on its neighbours. */
const encoded: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  'base64 at offset 0': (secret) => Buffer.from(secret).toString('base64'),
  'base64 at offset 1': (secret) => Buffer.from(`x${secret}y`).toString('base64'),
  'base64 at offset 2': (secret) => Buffer.from(`xx${secret}y`).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 twice': (secret) => Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  HEX: (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  encodeURIComponent: encodeURIComponent,
  encodeURI: encodeURI,
  form: (secret) => new URLSearchParams({ s: secret }).toString().slice(2),
  json: (secret) => JSON.stringify(secret).slice(1, -1),
  'json in json': (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  "Go's json": (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
  xml: (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'shell quotes': (secret) => secret.replaceAll('"', '\\"'),
  reversed: (secret) => [...secret].reverse().join(''),
};

/** No eight characters of the encoded secret in a row: what is left at the borders of base64 are a few bits. */
function readable(output: string, form: string): boolean {
  for (let at = 0; at + 8 <= form.length; at += 1) if (output.includes(form.slice(at, at + 8))) return true;
  return false;
}

describe('a known secret', () => {
  it.each(Object.keys(encoded))('is masked as %s', (name) => {
    const form = encoded[name]?.(SECRET) ?? '';
    const output = createRedact([SECRET]).text(`before ${form} after`);
    expect(output).toContain('***');
    expect(readable(output, form)).toBe(false);
    expect(output.startsWith('before ')).toBe(true);
    expect(output.endsWith(' after')).toBe(true);
  });

  it('is found wherever a stream is cut, and the joined stream is what the whole text gives', () => {
    const secret = fc
      .string({ minLength: 6, maxLength: 24, unit: 'grapheme-ascii' })
      .filter((s) => !s.includes('*'));
    const form = fc.constantFrom(...Object.values(encoded));
    fc.assert(
      fc.property(secret, form, fc.string(), fc.string(), (value, encode, before, after) => {
        const redact = createRedact([value]);
        const text = `${before}${encode(value)}${after}`;
        const whole = redact.text(text);
        for (let cut = 0; cut <= text.length; cut += 1) {
          const stream = redact.stream();
          expect(stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.flush()).toBe(whole);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leaves nothing readable in any encoding, for any value', () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 40, unit: 'grapheme' })
      .filter((value) => !/\p{Cs}/u.test(value) && value.trim().length >= 8 && !/[*\r\n]/.test(value));
    fc.assert(
      fc.property(secret, fc.constantFrom(...Object.values(encoded)), (value, encode) => {
        const form = encode(value);
        const output = createRedact([value]).text(`\u0000${form}\u0000`);
        expect(output).toContain('***');
        expect(readable(output, form)).toBe(false);
      }),
    );
  });

  it('is found letter by letter', () => {
    const redact = createRedact([SECRET]);
    const text = `a ${SECRET}${SECRET} b ${Buffer.from(SECRET).toString('base64')} c`;
    const stream = redact.stream();
    const output = [...text].map((letter) => stream.push(letter)).join('') + stream.flush();
    expect(output).toBe(redact.text(text));
    expect(output).toMatch(/^a \*\*\* b \*\*\*.? c$/);
  });

  it('is masked in each of its lines, but the public frame of a key is not', () => {
    const key =
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n';
    const redact = createRedact([key]);
    expect(redact.text('line 2 is hkiG9w0BAQEFAASC.')).toBe('line 2 is ***.');
    expect(redact.text('-----BEGIN PRIVATE KEY-----')).toBe('-----BEGIN PRIVATE KEY-----');
    expect(redact.text(key.replaceAll('\n', '\r\n'))).not.toMatch(/MIIE|hkiG/);
  });

  it('is masked as one with another that it overlaps', () => {
    expect(createRedact(['abcdefgh', 'efghijkl']).text('<abcdefghijkl>')).toBe('<***>');
  });

  it('is left alone when it is shorter than six characters', () => {
    expect(createRedact(['', 'true', '12345']).text('true 12345')).toBe('true 12345');
  });
});

describe('redacting', () => {
  it('twice is redacting once', () => {
    const redact = createRedact(['**secret**', '***abcdefgh', 'abc***defghij', SECRET]);
    const part = fc.constantFrom(
      '**secret**',
      '***abcdefgh',
      'abc***defghij',
      SECRET,
      '*',
      'defghij',
      'x',
      'abc',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const once = redact.text(parts.join(''));
        expect(redact.text(once)).toBe(once);
      }),
    );
  });

  it('gives text without secrets back as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(createRedact([SECRET]).text(text)).toBe(text);
      }),
    );
  });

  it('holds back no more of a stream than the longest pattern less one', () => {
    const stream = createRedact(['x'.repeat(20)]).stream();
    const text = 'harmless words. '.repeat(200);
    const passed = stream.push(text);
    expect(text.length - passed.length).toBeLessThan(512);
    expect(passed + stream.flush()).toBe(text);
  });
});

describe('a token that nobody told us of', () => {
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'k'.repeat(43)}`;
  const tokens = {
    'a GitHub token': `ghp_${'a1B2'.repeat(9)}`,
    'an installation token with a JWT in it': `ghs_12345_${jwt}${'x'.repeat(400)}`,
    'a fine-grained token': `github_pat_${'A'.repeat(22)}_${'b'.repeat(59)}`,
    'an Anthropic key': `sk-ant-api03-${'Zz9-'.repeat(20)}`,
    'an OpenAI key': `sk-proj-${'Ab1'.repeat(30)}`,
    'an AWS key id': 'AKIAIOSFODNN7EXAMPLE',
    'a Slack token': 'xoxb-123456789012-abcdefABCDEF',
    'a JWT': jwt,
    'a private key': `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA\n'.repeat(20)}`,
  };

  it.each(Object.entries(tokens))('is masked by its form: %s', (_name, token) => {
    const redact = createRedact([]);
    const text = `token="${token}", more`;
    expect(redact.text(text)).toBe('token="***", more');
    for (let cut = 0; cut <= text.length; cut += 1) {
      const stream = redact.stream();
      expect(stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.flush()).toBe(
        'token="***", more',
      );
    }
  });

  it('is not seen in ordinary names', () => {
    const text =
      'task-abcdefghijklmnopqrstuvw ghp_short risk-analysis AKIA sk-loading-indicator-wrapper eyJ.';
    expect(createRedact([]).text(text)).toBe(text);
  });
});
