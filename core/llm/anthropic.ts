/** Anthropic's messages. */
import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModelV3Message, LanguageModelV3StreamResult } from '@ai-sdk/provider';
import { encodeAssistantTurn, encodeTools, encodeUserTurn } from './anthropic-messages.ts';
import { createPartReader, errorBehindStart } from './anthropic-parts.ts';
import type { ThinkingLevelName } from './thinking-level.ts';
import type { ClientSettings, UpstreamClient } from './upstream.ts';
import { upstreamFetch } from './upstream-fetch.ts';

const ENCODE = { user: encodeUserTurn, assistant: encodeAssistantTurn };

/** Up to a message that carries this, the next request finds the prompt in the upstream's cache. */
const CACHE_UP_TO_HERE = { anthropic: { cacheControl: { type: 'ephemeral' } } };

export function createAnthropicClient(settings: ClientSettings): UpstreamClient {
  // Every default that the package would take from the environment is set: only an entrance reads that.
  const provider = createAnthropic({
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey ?? '',
    fetch: upstreamFetch,
  });
  const model = provider(settings.modelId);
  const history = systemMessages(settings.systemPrompt);
  const options = callOptions(settings);

  return {
    append(role, turn) {
      history.push(...ENCODE[role](turn, settings.toolCallIds));
    },
    async *stream({ input, maxOutputTokens, signal }) {
      const prompt = [...history, ...cached(ENCODE.user(input, settings.toolCallIds))];
      const call = model.doStream({
        ...options,
        prompt,
        abortSignal: signal,
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      });
      const readPart = createPartReader();
      for await (const part of (await begun(call)).stream) yield readPart(part);
    },
  };
}

async function begun(call: PromiseLike<LanguageModelV3StreamResult>): Promise<LanguageModelV3StreamResult> {
  try {
    return await call;
  } catch (error) {
    throw errorBehindStart(error) ?? error;
  }
}

function systemMessages(prompt: string | undefined): LanguageModelV3Message[] {
  return prompt ? [{ role: 'system', content: prompt, providerOptions: CACHE_UP_TO_HERE }] : [];
}

/** Only the newest message is marked: four marks are all that Anthropic takes. */
function cached(input: LanguageModelV3Message[]): LanguageModelV3Message[] {
  const last = input.at(-1);
  return last === undefined ? [] : [...input.slice(0, -1), { ...last, providerOptions: CACHE_UP_TO_HERE }];
}

function callOptions({ tools, thinkingLevel }: ClientSettings) {
  return {
    ...(tools.length > 0 ? { tools: encodeTools(tools) } : {}),
    providerOptions: {
      anthropic: {
        toolStreaming: false, // Switched on, it adds a field that Anthropic's imitators refuse.
        ...(thinkingLevel === undefined ? {} : thinkingOptions(thinkingLevel)),
      },
    },
  };
}

/** Models that know no adaptive thinking need the level left unset. */
function thinkingOptions(level: ThinkingLevelName) {
  if (level === 'none') return { thinking: { type: 'disabled' } };
  return { thinking: { type: 'adaptive', display: 'summarized' }, effort: level };
}
