import {
  type Build,
  type BuiltinTool,
  type Clock,
  is,
  type OmniMessage,
  type PayloadOf,
  type Redact,
  type ToolExecutionContext,
  type ToolExecutionRequest,
} from '../../omnimessage/index.ts';
import { closingOf } from './closing.ts';
import { type ArchivePlace, createOutputArchive } from './output-archive.ts';
import { type Closing, type OutputFrame, openOutputFrame } from './output-frame.ts';
import { type CheckedTool, type PreparedCall, prepareCall } from './prepare-call.ts';
import { startTool, type ToolEnding, type ToolRun } from './tool-run.ts';

/** Both off at 0 or less. */
export interface ToolLimits {
  timeoutMs: number;
  /** In characters. */
  maxOutputLength: number;
}

/** What all calls of an Environment share. */
export interface CallPorts {
  tools: ReadonlyMap<string, CheckedTool>;
  workspaceDir: string;
  build: Build;
  clock: Clock;
  redact: Redact;
  limitsOf(tool: BuiltinTool): ToolLimits;
  /** Where the next output that is too long is kept. */
  archivePlace(): ArchivePlace;
  disposed: AbortSignal;
}

/** Even without a cap an output stays in memory whole and becomes one message. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
const REFUSAL_CHARACTERS = 16_000;

/** One call from its name and arguments to its complete output. Never throws. */
export async function* executeCall(
  request: ToolExecutionRequest,
  ports: CallPorts,
): AsyncGenerator<OmniMessage> {
  const prepared = prepareCall(request.toolCall.payload, ports.tools);
  const frame = openFrame(request, prepared, ports);
  yield* frame.take();
  try {
    const closing = yield* perform(prepared, request, frame, ports);
    await frame.close(closing);
  } catch (error) {
    const fault = error instanceof Error ? error.name : typeof error;
    await frame.abandon(`[the rest of the output is withheld: the environment failed (${fault})]`);
  }
  yield* frame.take();
}

function openFrame(request: ToolExecutionRequest, prepared: PreparedCall, ports: CallPorts): OutputFrame {
  const wanted =
    prepared.kind === 'ready' ? ports.limitsOf(prepared.tool).maxOutputLength : REFUSAL_CHARACTERS;
  const limit = wanted > 0 ? Math.min(wanted, MOST_CHARACTERS) : MOST_CHARACTERS;
  return openOutputFrame({
    build: ports.build,
    redact: ports.redact,
    toolCallId: request.toolCall.payload.tool_call_id,
    limit,
    archive: createOutputArchive(limit, ports.archivePlace()),
  });
}

async function* perform(
  prepared: PreparedCall,
  request: ToolExecutionRequest,
  frame: OutputFrame,
  ports: CallPorts,
): AsyncGenerator<OmniMessage, Closing> {
  if (prepared.kind === 'refused') {
    await frame.addLine(prepared.complaint);
    return { status: 'failed', keep: 'head', notes: [], images: [] };
  }
  const { tool, args } = prepared;
  const { timeoutMs } = ports.limitsOf(tool);
  const stops = [ports.disposed, ...(request.signal === undefined ? [] : [request.signal])];
  const execute = (signal: AbortSignal) => tool.execute(args, contextOf(request, signal, ports));
  const run = startTool(execute, { stops, timeoutMs, clock: ports.clock });
  try {
    const ending = yield* relay(run, frame);
    if (ending.kind === 'threw') await frame.addLine(errorText(ending.error));
    return closingOf(ending, timeoutMs);
  } finally {
    await run.close();
  }
}

/** Output goes through the frame, events and a child Session's messages pass as they are; a tool has nothing else to say. */
async function* relay(run: ToolRun, frame: OutputFrame): AsyncGenerator<OmniMessage, ToolEnding> {
  for (;;) {
    const step = await run.next();
    if (step.kind === 'ended') return step.ending;
    const { message } = step;
    if (message.origin !== undefined || message.type === 'event_msg') yield message;
    else if (is(message, 'partial_tool_call_output')) yield* await framed(message.payload, frame);
  }
}

async function framed(
  { output = '', images = [] }: PayloadOf<'partial_tool_call_output'>,
  frame: OutputFrame,
): Promise<OmniMessage[]> {
  await frame.add(output);
  frame.addImages(images);
  return frame.take();
}

function contextOf(
  { toolCall, approve }: ToolExecutionRequest,
  signal: AbortSignal,
  { workspaceDir, build }: CallPorts,
): ToolExecutionContext {
  const toolCallId = toolCall.payload.tool_call_id;
  return {
    workspaceDir,
    toolCallId,
    signal,
    build,
    ...(approve === undefined ? {} : { approve }),
    delta: (output) =>
      build({
        type: 'partial_tool_call_output',
        role: 'user',
        event_type: 'delta',
        tool_call_id: toolCallId,
        output,
      }),
  };
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
