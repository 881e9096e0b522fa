import { Buffer } from 'node:buffer';

/** Shorter values would mask half of every text, and are no secrets. In UTF-16 units. */
const MIN_SECRET_LENGTH = 6;

/** The frame of a PEM block is public, and a line of its own. */
const PEM_FRAME = /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;

type Encoding = (value: string) => string[];

/**
 * Every text in which one of the secrets can be read: each value and each line of it, as it is and in the
 * encodings that tools print: those that the runner's own masker knows, hexadecimal, twice-encoded and
 * reversed forms.
 */
export function secretPatterns(secrets: readonly string[]): string[] {
  const values = unique(secrets.flatMap(partsOf)).filter(isLong);
  return unique(values.flatMap((value) => ENCODINGS.flatMap((encode) => encode(value))))
    .flatMap(withoutMasks)
    .filter(isLong);
}

function partsOf(secret: string): string[] {
  const lines = secret.split(/\r\n?|\n/).map((line) => line.trim());
  return [secret, secret.trim(), ...lines.filter((line) => !PEM_FRAME.test(line))];
}

function isLong(text: string): boolean {
  return text.length >= MIN_SECRET_LENGTH;
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}

/**
 * A pattern that could match into a mask would make a second pass differ from the first; its pieces between
 * masks are as telling.
 */
function withoutMasks(pattern: string): string[] {
  const pieces = pattern.split(/^\*+|\*{3,}|\*+$/).filter(isLong);
  return pieces.length > 0 ? pieces : [pattern];
}

// ---- The encodings. Each gives all the forms in which the value may stand.

const ENCODINGS: readonly Encoding[] = [plain, base64, base64Twice, hex, percent, json, xml];

function plain(value: string): string[] {
  const quoted = value.replaceAll('"', '\\"');
  return [
    value,
    [...value].reverse().join(''),
    value.replace(/^"+|"+$/g, ''),
    quoted,
    value.replaceAll("'", "''"),
  ];
}

/**
 * Base64 depends on how many bytes stand before the value: at each of the three offsets, the characters that
 * the value alone decides.
 */
function base64(value: string): string[] {
  return standardBase64(value).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

function base64Twice(value: string): string[] {
  return standardBase64(value).flatMap(base64);
}

function standardBase64(value: string): string[] {
  const bytes = Buffer.from(value);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  return [whole, ...[0, 1, 2].map((offset) => base64At(bytes, offset))];
}

function base64At(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return encoded.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + bytes.length)) / 6));
}

function hex(value: string): string[] {
  const digits = Buffer.from(value).toString('hex');
  return [digits, digits.toUpperCase()];
}

/** What different encoders leave as it is: `encodeURIComponent`, RFC 3986, `encodeURI`, forms. */
const LEFT_BY_PERCENT = [/[\w.~!*'()-]/, /[\w.~-]/, /[\w.~!*'();/?:@&=+$,#-]/, /[\w.*-]/];

function percent(value: string): string[] {
  const upper = LEFT_BY_PERCENT.map((left) => percentEncoded(value, left));
  const all = [...upper, ...upper.map((text) => text.replaceAll('%20', '+'))];
  return [...all, ...all.map((text) => text.replace(/%../g, (code) => code.toLowerCase()))];
}

function percentEncoded(value: string, left: RegExp): string {
  const bytes = [...Buffer.from(value)];
  return bytes
    .map((byte) => (left.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : percentOf(byte)))
    .join('');
}

function percentOf(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** As JavaScript, Python, PHP and Go write JSON; once, and again as text inside JSON. */
function json(value: string): string[] {
  const once = jsonForms(value);
  return [...once, ...once.flatMap(jsonForms)];
}

function jsonForms(value: string): string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  const ascii = escaped.replace(/[^ -~]/g, unicodeEscape);
  return [escaped, ascii, ascii.replaceAll('/', '\\/'), escaped.replace(/[<>&]/g, unicodeEscape)];
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const XML_QUOTES = [
  { '"': '&quot;', "'": '&apos;' },
  { '"': '&quot;', "'": '&#39;' },
  { '"': '&#34;', "'": '&#39;' },
  { '"': '&quot;', "'": '&#x27;' },
  { '"': '"', "'": "'" },
];

function xml(value: string): string[] {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return XML_QUOTES.map((quotes) => text.replaceAll('"', quotes['"']).replaceAll("'", quotes["'"]));
}
