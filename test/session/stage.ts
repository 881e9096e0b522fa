/** A Session with the shipped scripted model, in a Workspace of its own, and its record. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Limits } from '../../core/engine/index.ts';
import { type ScriptedTurn, scriptedModel } from '../../core/llm/index.ts';
import { type Clock, createBuild, isRecorded, type OmniMessage } from '../../core/omnimessage/index.ts';
import { createRedact } from '../../core/policy/index.ts';
import { createAgent } from '../../core/session/index.ts';
import { readTrace } from '../../core/trace/index.ts';
import { allow, play, scriptedEnvironment, type Tool } from '../engine/stage.ts';
import { hostClock } from '../environment/host-clock.ts';
import { fakeClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';

export interface StageOptions {
  /** What the Session must not let out. */
  secrets?: string[];
  systemPrompt?: string;
  limits?: Partial<Limits>;
  /** Scripted tools; left out, the Session has its own tools on this machine, and this machine's clock. */
  tools?: Record<string, Tool>;
}

export async function openStage(turns: ScriptedTurn[], options: StageOptions = {}) {
  const { secrets = [], systemPrompt = 'Be brief.', limits = {}, tools } = options;
  const clock: Clock = tools === undefined ? hostClock : fakeClock();
  const build = createBuild(clock.now);
  const model = scriptedModel(turns, { clock, build });
  const offered: { tools: string[]; systemPrompt: string }[] = [];
  const workspaceDir = tempDir();
  const agent = createAgent({
    agentId: 'default',
    systemPrompt,
    clock,
    newId: () => '0123456789abcdef0123456789abcdef',
    random: () => 0.5,
    redact: createRedact(secrets),
  });
  const session = await agent.createSession({
    workspaceDir,
    provider: 'scripted',
    modelId: 'script-1',
    limits: { maxTurns: -1, maxTokens: -1, maxMs: -1, ...limits },
    traceDir: join(tempDir(), 'traces'),
    scratchDir: join(tempDir(), 'scratch'),
    env: { PATH: process.env.PATH ?? '' },
    createLLM(context) {
      offered.push({ ...context, tools: context.tools.map(({ name }) => name) });
      return model;
    },
    ...(tools === undefined ? {} : { environment: scriptedEnvironment(tools, build) }),
  });
  onTestFinished(() => session.dispose());
  const say = (text: string) => build({ type: 'text', role: 'user', text, sender: 'user' });
  return {
    session,
    model,
    workspaceDir,
    /** What the model was offered when it was made. */
    offered,
    say,
    /** One Task in which every call is allowed. */
    ask: (text: string, see?: (message: OmniMessage) => unknown) =>
      play(session.run([say(text)], { approve: allow }), see),
    recorded: async () => (await readTrace(session.traceFile)).messages,
  };
}

export const kept = (messages: OmniMessage[]) => messages.filter(isRecorded);
