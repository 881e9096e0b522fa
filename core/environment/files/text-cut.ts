/** At most `length` UTF-16 units from the start; a surrogate pair is not torn. */
export function startOfText(text: string, length: number): string {
  if (length >= text.length) return text;
  return text.slice(0, Math.max(0, partsPair(text, length) ? length - 1 : length));
}

/** At most `length` UTF-16 units from the end; a surrogate pair is not torn. */
export function endOfText(text: string, length: number): string {
  const start = Math.max(0, text.length - length);
  return text.slice(partsPair(text, start) ? start + 1 : start);
}

function partsPair(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return index > 0 && code >= 0xdc00 && code <= 0xdfff;
}
