/** How a GitHub fails, one row a kind: what a request that it strikes is answered, and whether it has its effect all the same. */
import type { Action, RequestRecord } from './intercept.ts';
import { jsonAnswer, type WireAnswer } from './wire.ts';

export interface Fault {
  action: Action;
  /** How many requests of the same operation it strikes. */
  times: number;
}

const RETRY_AFTER = { 'retry-after': '2' };
const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
const PAGE = '<!DOCTYPE html>\n<html><head><title>Unicorn!</title></head><body>503</body></html>\n';
const MINUTES_TO_RESET = 5;

type Outcome = Awaited<ReturnType<Action>>;

const broken = async () => jsonAnswer(502, { message: 'Server Error' });
const cut = async (): Promise<Outcome> => 'hang-up';
const limited =
  (status: number, headers?: Record<string, string>): Action =>
  async ({ operation }) =>
    operation.startsWith('git/git-') || operation.startsWith('git/advertise-')
      ? { status, headers: { 'content-type': 'text/plain', ...headers }, body: SECONDARY }
      : jsonAnswer(status, { message: SECONDARY }, headers);
const page = (status: number) => async () => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: PAGE,
});

/** `hung` is told which request is left without an answer for good. */
export function faults(hung: (request: RequestRecord) => void = () => undefined) {
  const silence: Action = (request) => {
    hung(request);
    return new Promise(() => undefined);
  };
  return {
    '502-before': once(broken),
    '502-after': once(after(broken)),
    'cut-before': once(cut),
    'cut-after': once(after(cut)),
    '403-retry-after': once(limited(403, RETRY_AFTER)),
    '403-bare': once(limited(403)),
    '429-retry-after': once(limited(429, RETRY_AFTER)),
    '429-bare': once(limited(429)),
    'budget-gone': once(budgetGone),
    'html-503': once(page(503)),
    'html-200-after': once(after(page(200))),
    'half-after': once(after(half)),
    'silence-before': once(silence),
    'silence-after': once(async (request, proceed) => {
      await proceed();
      return silence(request, proceed);
    }),
    'down-before': forGood(broken),
    'down-after': forGood(after(broken)),
  } satisfies Record<string, Fault>;
}

export type FaultName = keyof ReturnType<typeof faults>;

function once(action: Action): Fault {
  return { action, times: 1 };
}

function forGood(action: Action): Fault {
  return { action, times: Infinity };
}

/** Has the effect, and answers otherwise. */
function after(answer: (given: Outcome) => Promise<Outcome>): Action {
  return async (_, proceed) => answer(await proceed());
}

const budgetGone: Action = async (request, proceed) => {
  const reset = Math.floor(Date.parse(request.at) / 1_000) + MINUTES_TO_RESET * 60;
  const date = new Date(request.at).toUTCString();
  const used = { date, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
  return limited(403, used)(request, proceed);
};

/** An answer that ends in the middle, though its length says that it is whole. */
async function half(answer: Outcome): Promise<Outcome> {
  if (answer === 'hang-up') return answer;
  const body: WireAnswer['body'] = Buffer.from(answer.body);
  return { ...answer, body: body.subarray(0, Math.floor(body.length / 2)) };
}
