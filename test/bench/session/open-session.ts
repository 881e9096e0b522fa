import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEnvironment } from '../../../core/environment/index.ts';
import { type ScriptedTurn, scriptedModel } from '../../../core/llm/index.ts';
import { createBuild, type LLMInterface, type OmniMessage } from '../../../core/omnimessage/index.ts';
import { createRedact } from '../../../core/policy/index.ts';
import { createAgent } from '../../../core/session/index.ts';
import { commandSource } from './command-source.ts';
import { systemClock } from './system-clock.ts';
import { BENCH_TOOLS } from './tools.ts';

const SECRETS = ['sk-bench-0123456789abcdefghij', 'ghs_0123456789abcdefghijABCDEFGHIJ012345'];
const NO_LIMITS = { maxTurns: -1, maxTokens: -1, maxMs: -1 };

export const build = createBuild(systemClock.now);
export const prompt = build({
  type: 'text',
  role: 'user',
  text: 'Fix the failing date test.',
  sender: 'user',
});

export interface SessionUnderTest {
  traceFile: string;
  /** Everything that the Session says of one Task; every call is allowed. */
  run(): AsyncGenerator<OmniMessage, unknown>;
  dispose(): Promise<void>;
}

/** A Session as the product composes it (engine, Environment, redactor, trace on disk), with a scripted model. */
export async function openSession(
  turns: ScriptedTurn[],
  folder: string,
  wrap: (model: LLMInterface) => LLMInterface = (model) => model,
): Promise<SessionUnderTest> {
  const newId = () => randomBytes(16).toString('hex');
  const redact = createRedact(SECRETS);
  const workspaceDir = join(folder, 'workspace');
  mkdirSync(workspaceDir, { recursive: true });
  const scratchDir = join(folder, newId());
  const environment = createEnvironment({
    workspaceDir,
    scratchDir,
    tools: BENCH_TOOLS,
    build,
    clock: systemClock,
    newId,
    redact,
    env: commandSource(),
    model: { vision: false },
  });
  const agent = createAgent({
    agentId: 'bench',
    systemPrompt: 'You work in a repository.',
    clock: systemClock,
    newId,
    random: Math.random,
    redact,
  });
  const session = await agent.createSession({
    workspaceDir,
    provider: 'scripted',
    modelId: 'scripted',
    limits: NO_LIMITS,
    traceDir: scratchDir,
    scratchDir,
    env: commandSource(),
    environment,
    createLLM: () => wrap(scriptedModel(turns, { clock: systemClock, build })),
  });
  return {
    traceFile: session.traceFile,
    run: () => session.run([prompt], { approve: async () => 'allow' }),
    dispose: () => session.dispose(),
  };
}
