/** OmniMessages in the wire format of chat completions. */
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import type { ToolCallOutputPayload, ToolCallPayload, ToolDefinition } from '../omnimessage/index.ts';
import { is } from '../omnimessage/index.ts';
import { fidelityText, fidelityValue } from './fidelity.ts';
import { isObject } from './json.ts';
import { argumentsText } from './tool-arguments.ts';
import type { ToolCallIdAllocator } from './tool-call-ids.ts';
import type { ModelMessage } from './upstream.ts';

export function encodeTools(tools: ToolDefinition[]): ChatCompletionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: parameters ?? { type: 'object', properties: {} } },
  }));
}

/** A user turn: each output answers its call, and whatever a tool message cannot hold follows as the user's. */
export function encodeUserTurn(turn: ModelMessage[], ids: ToolCallIdAllocator): ChatCompletionMessageParam[] {
  const outputs = turn.filter((message) => is(message, 'tool_call_output')).map(({ payload }) => payload);
  const rest = [...outputs.flatMap(outputImages), ...turn.flatMap(userPart)];
  return [
    ...outputs.map(
      ({ tool_call_id, output }) =>
        ({ role: 'tool', tool_call_id: ids.outbound(tool_call_id), content: output }) as const,
    ),
    ...(rest.length > 0 ? [{ role: 'user', content: plainWherePossible(rest) } as const] : []),
  ];
}

/** Tool messages are text only. */
function outputImages({ images = [], tool_call_id }: ToolCallOutputPayload): ChatCompletionContentPart[] {
  if (images.length === 0) return [];
  return [{ type: 'text', text: `[images of tool call ${tool_call_id}]` }, ...images.map(imagePart)];
}

function userPart({ payload }: ModelMessage): ChatCompletionContentPart[] {
  switch (payload.type) {
    case 'text':
      return payload.text === '' ? [] : [{ type: 'text', text: payload.text }];
    case 'image_url':
      return [imagePart(payload.image_url)];
    case 'inline_data':
      return [dataPart(payload.mime_type, payload.data)];
    default:
      return [];
  }
}

function imagePart(url: string): ChatCompletionContentPart {
  return { type: 'image_url', image_url: { url } };
}

function dataPart(mimeType: string, data: string): ChatCompletionContentPart {
  const url = `data:${mimeType};base64,${data}`;
  return mimeType.startsWith('image/') ? imagePart(url) : { type: 'file', file: { file_data: url } };
}

/** Many servers read nothing but a string where there are only texts. */
function plainWherePossible(parts: ChatCompletionContentPart[]): string | ChatCompletionContentPart[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('\n\n') : parts;
}

/** An assistant turn is one message: the format keeps no order between text and calls. */
export function encodeAssistantTurn(
  turn: ModelMessage[],
  ids: ToolCallIdAllocator,
): ChatCompletionMessageParam[] {
  const text = turn.map(({ payload }) => (payload.type === 'text' ? payload.text : '')).join('');
  const calls = turn
    .filter((message) => is(message, 'tool_call'))
    .map(({ payload }) => encodeCall(payload, ids));
  const reasoning = encodeReasoning(turn);
  if (text === '' && calls.length === 0 && Object.keys(reasoning).length === 0) return [];
  const message: ChatCompletionAssistantMessageParam = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return [{ ...message, ...reasoning }];
}

function encodeCall(
  { name, arguments: text, tool_call_id, ...payload }: ToolCallPayload,
  ids: ToolCallIdAllocator,
) {
  const extra = isObject(payload.fidelity) ? payload.fidelity.extra_content : undefined;
  return {
    id: ids.outbound(tool_call_id),
    type: 'function',
    function: { name, arguments: argumentsText(text) },
    ...(extra === undefined ? {} : { extra_content: extra }),
  } as const;
}

/** Reasoning goes back under the name that it came by; thinking of another protocol has none and stays away. */
function encodeReasoning(turn: ModelMessage[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { payload } of turn) {
    if (payload.type !== 'thinking') continue;
    const name = fidelityText(payload, 'reasoning_field');
    if (name !== '') fields[name] = `${fields[name] ?? ''}${payload.thinking}`;
    const details = fidelityValue(payload, 'reasoning_details');
    if (details !== undefined) fields.reasoning_details = details;
  }
  return fields;
}
