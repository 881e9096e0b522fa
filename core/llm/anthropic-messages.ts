/** OmniMessages as the prompt of the AI SDK's Anthropic package. */
import type {
  LanguageModelV3FilePart,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3TextPart,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import type { ToolCallOutputPayload, ToolDefinition } from '../omnimessage/index.ts';
import { is } from '../omnimessage/index.ts';
import { fidelityText } from './fidelity.ts';
import { parseDataUrl } from './images.ts';
import { argumentsObject } from './tool-arguments.ts';
import type { ToolCallIdAllocator } from './tool-call-ids.ts';
import type { ModelMessage } from './upstream.ts';

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number];
type UserPart = LanguageModelV3TextPart | LanguageModelV3FilePart;

export function encodeTools(tools: ToolDefinition[]): LanguageModelV3FunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: { type: 'object', properties: {}, ...parameters },
  }));
}

/** Outputs come first: Anthropic wants them right behind their calls. */
export function encodeUserTurn(turn: ModelMessage[], ids: ToolCallIdAllocator): LanguageModelV3Message[] {
  const outputs = turn.filter((message) => is(message, 'tool_call_output')).map(({ payload }) => payload);
  const rest = turn.flatMap(userPart);
  return [
    ...(outputs.length > 0
      ? [{ role: 'tool', content: outputs.map((output) => outputPart(output, ids)) } as const]
      : []),
    ...(rest.length > 0 ? [{ role: 'user', content: rest } as const] : []),
  ];
}

function outputPart(payload: ToolCallOutputPayload, ids: ToolCallIdAllocator): LanguageModelV3ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: ids.outbound(payload.tool_call_id),
    toolName: '', // The package asks for it and does not send it.
    output: outputContent(payload),
  };
}

function outputContent(payload: ToolCallOutputPayload): LanguageModelV3ToolResultPart['output'] {
  const { output, images = [], stop_reason = 'completed' } = payload;
  const failed = stop_reason !== 'completed';
  if (images.length === 0) return { type: failed ? 'error-text' : 'text', value: output };
  const text = isBlank(output) ? [] : [{ type: 'text', text: output } as const];
  return { type: 'content', value: [...text, ...images.map(outputImage)] };
}

function outputImage(url: string) {
  const image = parseDataUrl(url);
  return image === undefined
    ? ({ type: 'image-url', url } as const)
    : ({ type: 'image-data', ...image } as const);
}

function userPart({ payload }: ModelMessage): UserPart[] {
  switch (payload.type) {
    case 'text':
      return isBlank(payload.text) ? [] : [{ type: 'text', text: payload.text }];
    case 'image_url':
      return [imagePart(payload.image_url)];
    case 'inline_data':
      return [dataPart(payload.mime_type, payload.data)];
    default:
      return [];
  }
}

function imagePart(url: string): UserPart {
  const image = parseDataUrl(url);
  if (image !== undefined) return { type: 'file', ...image };
  const onTheWeb = /^https?:/.test(url) && URL.canParse(url);
  if (onTheWeb) return { type: 'file', mediaType: 'image/*', data: new URL(url) };
  return { type: 'text', text: '[an image that is neither a data URL nor a web address]' };
}

/** Other kinds of data would be refused, the whole conversation with them. */
function dataPart(mimeType: string, data: string): UserPart {
  if (mimeType.startsWith('image/') || mimeType === 'application/pdf') {
    return { type: 'file', mediaType: mimeType, data };
  }
  return { type: 'text', text: `[data of type ${mimeType}, which this model cannot read]` };
}

export function encodeAssistantTurn(
  turn: ModelMessage[],
  ids: ToolCallIdAllocator,
): LanguageModelV3Message[] {
  const content = turn.flatMap((message) => assistantPart(message, ids));
  return content.length > 0 ? [{ role: 'assistant', content }] : [];
}

function assistantPart({ payload }: ModelMessage, ids: ToolCallIdAllocator): AssistantPart[] {
  switch (payload.type) {
    case 'text':
      return isBlank(payload.text) ? [] : [{ type: 'text', text: payload.text }];
    case 'thinking': {
      const options = thinkingOptions(
        fidelityText(payload, 'signature'),
        fidelityText(payload, 'redacted_data'),
      );
      if (options === undefined) return [];
      return [{ type: 'reasoning', text: payload.thinking, providerOptions: { anthropic: options } }];
    }
    case 'tool_call': {
      const { name, arguments: text, tool_call_id } = payload;
      const toolCallId = ids.outbound(tool_call_id);
      return [{ type: 'tool-call', toolCallId, toolName: name, input: argumentsObject(text) }];
    }
    default:
      return [];
  }
}

/** Thinking without Anthropic's own seal is another model's, and would be refused. */
function thinkingOptions(signature: string, redactedData: string): { [name: string]: string } | undefined {
  if (signature !== '') return { signature };
  return redactedData === '' ? undefined : { redactedData };
}

/** Anthropic refuses texts without anything to read. */
function isBlank(text: string): boolean {
  return text.trim() === '';
}
