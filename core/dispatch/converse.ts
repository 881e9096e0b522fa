import { join } from 'node:path';
import type { TaskEnd } from '../engine/index.ts';
import { createBuild, is, type OmniMessage } from '../omnimessage/index.ts';
import { approveByMode } from '../policy/index.ts';
import { createAgent } from '../session/index.ts';
import { systemPrompt } from '../state/index.ts';
import type { Order } from './command.ts';
import type { LiveReport } from './live-report.ts';
import type { Scene } from './scene.ts';
import type { Settings } from './settings.ts';

const MINUTE_MS = 60_000;

/** What came of talking with the model. */
export interface Talk {
  end: TaskEnd;
  /** The model's last words; empty when it said none. */
  answer: string;
}

/** Lets the model work on the order until its Task ends; everything that happens is recorded and told on the way. */
export async function converse(
  { order, prompt, settings, live }: { order: Order; prompt: string; settings: Settings; live: LiveReport },
  { house, redact }: Scene,
): Promise<Talk> {
  const { clock, newId, random, scratchDir, workspaceDir, environment } = house;
  const { sessionId } = live.record;
  const agent = createAgent({
    agentId: settings.agent.id,
    systemPrompt: systemPrompt(settings.agent.prompt),
    clock,
    newId,
    random,
    redact,
  });
  const session = await agent.createSession({
    sessionId,
    workspaceDir,
    provider: settings.provider.name,
    modelId: settings.modelId,
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
    ...(settings.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
    ...(settings.contextWindow === undefined ? {} : { contextWindow: settings.contextWindow }),
    limits: {
      maxTurns: settings.maxTurns,
      maxTokens: settings.maxTokens,
      maxMs: millisecondsOf(settings.maxMinutes),
    },
    traceDir: join(scratchDir, sessionId),
    scratchDir: join(scratchDir, sessionId, 'outputs'),
    env: defined(environment),
  });
  live.session = session;
  live.remember({ traceFile: session.traceFile });

  const mode = order.readOnly ? 'read-only' : settings.approvalMode;
  const approve = approveByMode(mode, { toolPermission: (name) => session.environment.toolPermission(name) });
  const message = createBuild(clock.now)({ type: 'text', role: 'user', text: prompt, sender: 'user' });
  const task = session.run([message], { approve, signal: house.signal });
  let answer = '';
  for (;;) {
    const step = await task.next();
    if (step.done === true) return { end: step.value, answer };
    live.push(step.value);
    answer = spoken(step.value) ?? answer;
  }
}

function spoken(message: OmniMessage): string | undefined {
  if (!is(message, 'text') || message.payload.role !== 'assistant') return undefined;
  return message.payload.text.trim() === '' ? undefined : message.payload.text;
}

function millisecondsOf(minutes: number): number {
  return minutes < 0 ? minutes : minutes * MINUTE_MS;
}

function defined(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
