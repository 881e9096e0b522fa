/** GitHub's advice where it names no time: a minute, and twice as long each time after. */
const UNNAMED_WAIT_MS = 60_000;
/** The clock of a budget's end is GitHub's, to the second. */
const RESET_MARGIN_MS = 1_000;

export interface Refusal {
  status: number;
  headers: Readonly<Record<string, string | number | undefined>>;
  /** GitHub's words. */
  answer: string;
}

/**
 * How long GitHub asks to wait before the next request, in milliseconds; undefined when its refusal means something else.
 * `earlier` is how often it has asked for this request already.
 */
export function askedWait(refusal: Refusal, earlier: number, now: Date): number | undefined {
  const { status, headers, answer } = refusal;
  if (status !== 403 && status !== 429 && status !== 503) return undefined;
  const named = retryAfter(headers['retry-after'], now);
  if (named !== undefined || status === 503) return named;
  if (String(headers['x-ratelimit-remaining']) === '0') return untilReset(headers, now);
  if (status === 403 && !/rate limit|abuse detection/i.test(answer)) return undefined;
  return UNNAMED_WAIT_MS * 2 ** earlier;
}

/** Milliseconds until a budget that is used up is filled again; by GitHub's clock where it tells the time. */
export function untilReset(headers: Refusal['headers'], now: Date): number {
  const reset = Number(headers['x-ratelimit-reset']) * 1_000;
  const told = Date.parse(String(headers.date));
  const wait = reset - (Number.isNaN(told) ? now.getTime() : told) + RESET_MARGIN_MS;
  return Number.isNaN(wait) ? UNNAMED_WAIT_MS : Math.max(0, wait);
}

/** Seconds, or a date. */
function retryAfter(value: string | number | undefined, now: Date): number | undefined {
  if (value === undefined || value === '') return undefined;
  const ms = Number.isNaN(Number(value)) ? Date.parse(String(value)) - now.getTime() : Number(value) * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
