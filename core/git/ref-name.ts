const FORBIDDEN = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^@$/u;

/**
 * Whether git accepts `name` as a ref or branch name (`git check-ref-format --allow-onelevel`), and nothing can
 * take it for an option: it does not start with `-`.
 */
export function validRef(name: string): boolean {
  if (name === '' || name.startsWith('-') || FORBIDDEN.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

/** Throws unless `name` is a whole, valid ref such as `refs/heads/penguin/12-fix`. */
export function assertFullRef(name: string): void {
  if (name.startsWith('refs/') && validRef(name)) return;
  throw new Error(
    `${JSON.stringify(name.slice(0, 300))} is no ref: a full and valid name ("refs/heads/…") is needed.`,
  );
}
