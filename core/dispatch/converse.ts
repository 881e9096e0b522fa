import { join } from 'node:path';
import type { TaskEnd } from '../engine/index.ts';
import { createBuild, is, type OmniMessage } from '../omnimessage/index.ts';
import { approveByMode } from '../policy/index.ts';
import { createAgent } from '../session/index.ts';
import { systemPrompt } from '../state/index.ts';
import type { Order } from './command.ts';
import { type Listening, listen } from './listen.ts';
import type { LiveReport } from './live-report.ts';
import { isOnThread, type Scene } from './scene.ts';
import type { Settings } from './settings.ts';

const MINUTE_MS = 60_000;

/** What came of talking with the model. */
export interface Talk {
  end: TaskEnd;
  /** The model's last words; empty when it said none. */
  answer: string;
  /** The login of whoever stopped it. */
  stoppedBy?: string;
}

/** Lets the model work on the order until its Task ends; everything that happens is recorded and told on the way. */
export async function converse(
  { order, prompt, settings, live }: { order: Order; prompt: string; settings: Settings; live: LiveReport },
  scene: Scene,
): Promise<Talk> {
  const { house, redact } = scene;
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
  const ears = isOnThread(scene) ? listen({ session, live }, scene) : undefined;
  const signal = ears === undefined ? house.signal : AbortSignal.any([house.signal, ears.signal]);
  try {
    const talk = await tell(session.run([message], { approve, signal }), live, ears);
    await ears?.close(talk.end);
    const stoppedBy = ears?.stoppedBy();
    // Whoever stopped it in its very last moment does not want it published.
    return stoppedBy === undefined ? talk : { ...talk, end: { kind: 'aborted' }, stoppedBy };
  } finally {
    await ears?.close();
  }
}

/** Passes everything on that happens. */
async function tell(
  task: AsyncGenerator<OmniMessage, TaskEnd>,
  live: LiveReport,
  ears: Listening | undefined,
): Promise<Talk> {
  let answer = '';
  for (;;) {
    const step = await task.next();
    if (step.done === true) return { end: step.value, answer };
    ears?.push(step.value);
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
