/** A stage for the engine: the shipped scripted model, a scripted environment and a fake clock. */
import { createContextEngine, type Limits, type TaskEnd } from '../../core/engine/index.ts';
import { type ScriptedTurn, scriptedModel } from '../../core/llm/index.ts';
import {
  type Build,
  createBuild,
  type EnvironmentInterface,
  type LLMInterface,
  type OmniMessage,
  type ToolExecutionRequest,
} from '../../core/omnimessage/index.ts';
import { fakeClock } from '../support/clock.ts';

/** What a scripted tool does with a call; the string is its output. */
export type Tool = (request: ToolExecutionRequest, args: Record<string, unknown>) => Promise<string> | string;

export interface StageOptions {
  tools?: Record<string, Tool>;
  environment?: EnvironmentInterface;
  llm?: LLMInterface;
  limits?: Partial<Limits>;
}

export function stage(turns: ScriptedTurn[], options: StageOptions = {}) {
  const clock = fakeClock();
  const build = createBuild(clock.now);
  const model = scriptedModel(turns, { clock, build });
  const engine = createContextEngine({
    llm: options.llm ?? model,
    environment: options.environment ?? scriptedEnvironment(options.tools ?? {}, build),
    clock,
    build,
    random: () => 0.5,
    limits: { maxTurns: -1, maxTokens: -1, maxMs: -1, ...options.limits },
  });
  const say = (text: string) => build({ type: 'text', role: 'user', text });
  return { clock, build, model, engine, say };
}

export function scriptedEnvironment(tools: Record<string, Tool>, build: Build): EnvironmentInterface {
  return {
    listTools: async () => Object.keys(tools).map((name) => ({ name, description: name })),
    toolPermission: (name) => (Object.hasOwn(tools, name) ? 'rw' : undefined),
    async *executeTool(request) {
      const { name, arguments: text, tool_call_id } = request.toolCall.payload;
      const partial = { type: 'partial_tool_call_output', role: 'user', tool_call_id } as const;
      yield build({ ...partial, event_type: 'start' });
      const tool = tools[name];
      const output = tool === undefined ? 'unknown tool' : await tool(request, JSON.parse(text));
      yield build({ ...partial, event_type: 'delta', output });
      yield build({ ...partial, event_type: 'stop' });
      const stop_reason = request.signal?.aborted === true ? 'aborted' : 'completed';
      yield build({ type: 'tool_call_output', role: 'user', output, tool_call_id, stop_reason });
    },
  };
}

export interface Run {
  messages: OmniMessage[];
  end: TaskEnd;
}

/** Consumes a Task to its end. */
export async function play(
  task: AsyncGenerator<OmniMessage, TaskEnd>,
  see?: (message: OmniMessage) => unknown,
): Promise<Run> {
  const messages: OmniMessage[] = [];
  for (;;) {
    const step = await task.next();
    if (step.done === true) return { messages, end: step.value };
    messages.push(step.value);
    await see?.(step.value);
  }
}

/** One word a message, partials left out: `request_begin`, `text:hello`, `call:read#c1`, `allow#c1`, `output#c1:…`. */
export function story(messages: OmniMessage[]): string[] {
  return messages.flatMap(({ payload }) => {
    switch (payload.type) {
      case 'text':
        return [`text:${payload.text}`];
      case 'tool_call':
        return [`call:${payload.name}#${payload.tool_call_id}`];
      case 'approval_decision':
        return [`${payload.decision}#${payload.tool_call_id}`];
      case 'tool_call_output':
        return [`output#${payload.tool_call_id}:${payload.output}`];
      case 'request_end':
        return [`request_end:${payload.status}`];
      default:
        return payload.type.startsWith('partial_') ? [] : [payload.type];
    }
  });
}

export const allow = async () => 'allow' as const;
