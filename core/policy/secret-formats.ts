/** Tokens that give themselves away by their form, whoever issued them. */
export interface SecretFormat {
  /**
   * The shortest text that is surely one. Bounded, because a stream is held back for as long as one may be on
   * its way.
   */
  start: RegExp;
  /** In UTF-16 units, the longest text that `start` can match. */
  longest: number;
  /**
   * The characters that belong to it beyond `start`. One class, so that a stream can decide character by
   * character; sticky.
   */
  rest: RegExp;
}

const TOKEN = /[\w.-]*/y;
const PEM_BODY = /[A-Za-z0-9+/=\s\\]*/y;

export const SECRET_FORMATS: readonly SecretFormat[] = [
  { start: /gh[oprsu]_[\w.-]{36}/, longest: 40, rest: TOKEN },
  { start: /github_pat_\w{22}/, longest: 33, rest: TOKEN },
  { start: /sk-ant-[\w-]{20}/, longest: 27, rest: TOKEN },
  { start: /(?<![\w-])sk-(?:proj-|svcacct-|or-v1-)?[A-Za-z0-9]{20}/, longest: 31, rest: TOKEN },
  { start: /(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/, longest: 21, rest: TOKEN },
  { start: /AIza[\w-]{35}/, longest: 39, rest: TOKEN },
  { start: /xox[abeoprs]-[A-Za-z0-9-]{10}/, longest: 15, rest: TOKEN },
  { start: /npm_[A-Za-z0-9]{36}/, longest: 40, rest: TOKEN },
  { start: /glpat-[\w-]{20}/, longest: 26, rest: TOKEN },
  { start: /eyJ[\w-]{10,256}\.eyJ[\w-]{10}/, longest: 273, rest: TOKEN },
  {
    start: /-----BEGIN (?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY-----(?:\s|\\[rn]){1,4}[A-Za-z0-9+/=]{16}/,
    longest: 11 + 26 + 16 + 8 + 16,
    rest: PEM_BODY,
  },
];
