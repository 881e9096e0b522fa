import type {
  ChatCompletionRequest,
  FixtureFileResponse,
  FixtureOpts,
  Journal,
  Mountable,
} from '@copilotkit/aimock';
import { isChatCompletionBody, LLMock } from '@copilotkit/aimock';

interface ModelCall {
  name: string;
  arguments: Record<string, unknown>;
  id?: string;
}

/** What goes wrong instead of an answer, or with one. */
type ModelFault =
  /** 429; `retryAfter` in seconds, no header without it. */
  | { kind: 'rate_limited'; retryAfter?: number }
  | { kind: 'status'; status: number; message: string; type?: string }
  /** The connection is cut in the middle of the answer. */
  | { kind: 'disconnect' };

/** One Request's answer. A string is a text. */
export type ModelTurn =
  | string
  | {
      text?: string;
      reasoning?: string;
      calls?: ModelCall[];
      /** In tokens. Default 100 in, 20 out. */
      usage?: { input: number; output: number };
      fault?: ModelFault;
    };

export interface ModelDouble {
  /** The base URL for both protocols, version included. */
  url: string;
  /** What was asked so far, in the shape of chat completions whatever the protocol was. */
  requests(): ChatCompletionRequest[];
  stop(): Promise<void>;
}

/**
 * A model on loopback that answers `/chat/completions` and `/messages` below its URL: the first Request with
 * the first turn, and so on, each after `thinkMs` milliseconds. A Request beyond the last turn gets a 400 that says so.
 */
export async function startModel(turns: ModelTurn[], thinkMs = 0): Promise<ModelDouble> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent', journalMaxEntries: 0 });
  let current = -1;
  mock.mount(
    '/v1',
    rateLimiter(() => turns[++current]),
  );
  turns.forEach((turn, index) => {
    mock.on({ predicate: () => current === index }, response(turn), options(turn, thinkMs));
  });
  mock.on({ predicate: () => true }, failure(400, `The script has ${turns.length} turns and is over.`));
  await mock.start();
  return {
    url: `${mock.url}/v1`,
    requests: () =>
      mock
        .getRequests()
        .map(({ body }) => body)
        .filter(isChatCompletionBody),
    stop: () => mock.stop(),
  };
}

/**
 * The package always sends a Retry-After with a 429; the bare one is answered, and put on record, before it
 * comes to that.
 */
function rateLimiter(nextTurn: () => ModelTurn | undefined): Mountable {
  let journal: Journal | undefined;
  return {
    setJournal: (given) => {
      journal = given;
    },
    async handleRequest(request, response, path) {
      const turn = nextTurn();
      const fault = typeof turn === 'object' ? turn.fault : undefined;
      if (fault?.kind !== 'rate_limited' || fault.retryAfter !== undefined) return false;
      const body = JSON.parse((await request.toArray()).join(''));
      journal?.add({ method: 'POST', path, headers: {}, body, response: { status: 429, fixture: null } });
      response.writeHead(429, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'rate_limit_error', message: 'Too many requests.' } }));
      return true;
    },
  };
}

function response(turn: ModelTurn): FixtureFileResponse {
  if (typeof turn === 'string') return { content: turn, usage: usageFields() };
  const { fault, text, calls, reasoning, usage } = turn;
  if (fault?.kind === 'status') return failure(fault.status, fault.message, fault.type);
  if (fault?.kind === 'rate_limited') {
    return { ...failure(429, 'Too many requests.', 'rate_limit_error'), retryAfter: fault.retryAfter ?? 0 };
  }
  const rest = { usage: usageFields(usage), ...(reasoning === undefined ? {} : { reasoning }) };
  if (calls === undefined) return { content: text ?? '', ...rest };
  return { ...(text === undefined ? {} : { content: text }), toolCalls: calls, ...rest };
}

/** Each protocol has its own names for the counts and ignores the other's. */
function usageFields({ input, output } = { input: 100, output: 20 }) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    input_tokens: input,
    output_tokens: output,
  };
}

function failure(status: number, message: string, type = 'invalid_request_error') {
  return { status, error: { message, type } };
}

/** A cut needs a stream that takes its time. */
function options(turn: ModelTurn, thinkMs: number): FixtureOpts {
  const cut = typeof turn === 'object' && turn.fault?.kind === 'disconnect';
  return cut
    ? { chunkSize: 4, latency: 10, disconnectAfterMs: 25 }
    : { chunkSize: 16, streamingProfile: { ttft: thinkMs } };
}
