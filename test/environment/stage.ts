import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createEnvironment, type EnvironmentConfig, toolTable } from '../../core/environment/index.ts';
import {
  createBuild,
  type OmniMessage,
  type Redact,
  type ToolCallOutputPayload,
  type ToolExecutionRequest,
} from '../../core/omnimessage/index.ts';
import { tempDir } from '../support/temp.ts';
import { hostClock } from './host-clock.ts';

/** Lets every text through. */
const openRedact: Redact = {
  text: (text) => text,
  stream: () => ({ push: (chunk) => chunk, flush: () => '' }),
};

/** One Environment on a Workspace of its own, and the calls to it. */
export interface Stage {
  workspace: string;
  scratch: string;
  environment: ReturnType<typeof createEnvironment>;
  /** Every message of one call. */
  messages(name: string, args: unknown, request?: Partial<ToolExecutionRequest>): Promise<OmniMessage[]>;
  /** The complete output of one call. */
  call(name: string, args: unknown, request?: Partial<ToolExecutionRequest>): Promise<ToolCallOutputPayload>;
}

export const build = createBuild(() => new Date('2026-11-30T12:00:00.000Z'));

/** A tool call as a model writes it; `args` that are text are taken as they are. */
export function toolCall(name: string, args: unknown, id = 'call_1') {
  return build({
    type: 'tool_call',
    role: 'assistant',
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    tool_call_id: id,
  });
}

export function openStage(change: Partial<EnvironmentConfig> = {}): Stage {
  const workspace = change.workspaceDir ?? tempDir();
  const scratch = change.scratchDir ?? join(tempDir(), 'scratch');
  const environment = createEnvironment({
    workspaceDir: workspace,
    scratchDir: scratch,
    tools: Object.values(toolTable),
    build,
    clock: hostClock,
    newId: () => randomBytes(16).toString('hex'),
    redact: openRedact,
    env: { PATH: process.env.PATH ?? '' },
    model: { vision: false },
    ...change,
  });
  onTestFinished(() => environment.dispose());

  async function messages(name: string, args: unknown, request: Partial<ToolExecutionRequest> = {}) {
    const seen: OmniMessage[] = [];
    for await (const message of environment.executeTool({ toolCall: toolCall(name, args), ...request })) {
      seen.push(message);
    }
    return seen;
  }

  return {
    workspace,
    scratch,
    environment,
    messages,
    async call(name, args, request) {
      const last = (await messages(name, args, request)).at(-1);
      if (last?.payload.type !== 'tool_call_output') throw new Error('The call did not end with its output.');
      return last.payload;
    },
  };
}
