/** How long an upstream asked to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function retryAfterMs(headers: Headers, now: Date): number | undefined {
  const exact = headers.get('retry-after-ms');
  if (exact !== null && isCount(exact)) return Math.ceil(Number(exact));
  const value = headers.get('retry-after');
  if (value === null || value.trim() === '') return undefined;
  if (isCount(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

function isCount(value: string): boolean {
  return /^\s*\d+(\.\d+)?\s*$/.test(value);
}
