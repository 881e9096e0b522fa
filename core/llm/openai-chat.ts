/** Chat completions, as OpenAI made them and many others speak them. */
import OpenAI from 'openai';
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { parseJson } from './json.ts';
import { createChunkReader } from './openai-chat-chunks.ts';
import { encodeAssistantTurn, encodeTools, encodeUserTurn } from './openai-chat-messages.ts';
import { readEvents } from './server-sent-events.ts';
import type { ClientSettings, UpstreamClient, UpstreamEvent, UpstreamRequest } from './upstream.ts';
import { MalformedAnswer } from './upstream-error.ts';
import { upstreamFetch } from './upstream-fetch.ts';

/** The package wants a limit of its own; ours ends a request long before. The greatest that a timer takes. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

const ENCODE = { user: encodeUserTurn, assistant: encodeAssistantTurn };

export function createOpenAiChatClient(settings: ClientSettings): UpstreamClient {
  const client = createClient(settings);
  const history: ChatCompletionMessageParam[] = [];
  if (settings.systemPrompt) history.push({ role: 'system', content: settings.systemPrompt });
  const options = requestOptions(settings);

  return {
    append(role, turn) {
      history.push(...ENCODE[role](turn, settings.toolCallIds));
    },
    async *stream({ input, maxOutputTokens, signal }: UpstreamRequest) {
      const body: ChatCompletionCreateParamsStreaming = {
        ...options,
        ...(maxOutputTokens === undefined ? {} : { [settings.outputCapField]: maxOutputTokens }),
        messages: [...history, ...ENCODE.user(input, settings.toolCallIds)],
      };
      const response = await client.chat.completions.create(body, { signal }).asResponse();
      if (response.body !== null) yield* readAnswer(response.body);
    },
  };
}

/**
 * Every default that the package would take from the environment is set: only an entrance reads that. The package
 * insists on a key; where there is none its header is taken out again.
 */
function createClient({ apiKey, baseUrl }: ClientSettings): OpenAI {
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl,
    ...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    fetch: upstreamFetch,
    logLevel: 'off',
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
  });
}

function requestOptions({ modelId, thinkingLevel, tools }: ClientSettings) {
  return {
    model: modelId,
    stream: true,
    stream_options: { include_usage: true },
    ...(thinkingLevel === undefined ? {} : { reasoning_effort: thinkingLevel }),
    ...(tools.length > 0 ? { tools: encodeTools(tools) } : {}),
  } as const;
}

/**
 * The package's own reader is not used: it prints some lines that it cannot parse, whatever its log level, and
 * costs several times as much a delta.
 */
async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<UpstreamEvent[]> {
  let batch: UpstreamEvent[] = [];
  const readChunk = createChunkReader((event) => batch.push(event));
  let done = false;
  for await (const events of readEvents(body)) {
    try {
      for (const data of events) {
        done ||= data === '[DONE]';
        if (!done) readChunk(parseEvent(data)); // Behind it, reading on keeps the connection for the next request.
      }
    } finally {
      yield batch; // Also when reading threw: what came before the error comes before it here, too.
      batch = [];
    }
  }
}

function parseEvent(data: string): unknown {
  const chunk = parseJson(data);
  if (chunk === undefined) throw new MalformedAnswer('an event of the stream is no JSON');
  return chunk;
}
