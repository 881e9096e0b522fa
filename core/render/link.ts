/** A Markdown link, or the words alone where there is no web address. `text` is Markdown of our own. */
export function link(text: string, address: string | undefined): string {
  if (address === undefined || !/^https?:\/\/[^\s<>]+$/.test(address)) return text;
  return `[${text}](${address.replace(/[()]/g, encodeParenthesis)})`;
}

/** Only those that have an address. */
export function links(named: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(named).flatMap(([text, address]) =>
    address === undefined ? [] : [link(text, address)],
  );
}

function encodeParenthesis(char: string): string {
  return char === '(' ? '%28' : '%29';
}
