import { createContextEngine, type Limits } from '../engine/index.ts';
import { createEnvironment, toolTable } from '../environment/index.ts';
import { GenerativeModel, type ThinkingLevelName } from '../llm/index.ts';
import {
  type Clock,
  createBuild,
  type EnvironmentInterface,
  type LLMInterface,
  type NewId,
  type Redact,
  type ToolDefinition,
} from '../omnimessage/index.ts';
import { openTrace } from '../trace/index.ts';
import { createSessionFrom, type Session } from './session.ts';

export interface AgentOptions {
  /** A name for the configuration; it stands in the record. */
  agentId: string;
  /** Complete. */
  systemPrompt: string;
  clock: Clock;
  newId: NewId;
  /** Uniform in [0, 1): spreads reconnects. */
  random: () => number;
  redact: Redact;
}

export interface SessionOptions {
  /** Default: a new one. */
  sessionId?: string;
  workspaceDir: string;
  provider: string;
  modelId: string;
  apiKey?: string;
  baseUrl?: string;
  /** In tokens. */
  contextWindow?: number;
  thinkingLevel?: ThinkingLevelName;
  limits: Limits;
  /** Where the record goes. */
  traceDir: string;
  /** A folder of this Session's own outside the Workspace, for outputs that were cut. */
  scratchDir: string;
  /** What the commands' environment is picked from. */
  env: Readonly<Record<string, string>>;
  /** Another model than the configured provider's. */
  createLLM?: (context: { tools: ToolDefinition[]; systemPrompt: string }) => LLMInterface;
  /** Another place to run tools than this machine. */
  environment?: EnvironmentInterface;
}

export interface Agent {
  createSession(options: SessionOptions): Promise<Session>;
}

/** An Agent is a named configuration; its Sessions are conversations in a Workspace. */
export function createAgent(agent: AgentOptions): Agent {
  const { clock, newId, random, redact } = agent;
  const build = createBuild(clock.now);

  return {
    async createSession(options) {
      const { workspaceDir, provider, modelId, limits, traceDir, contextWindow } = options;
      const id = options.sessionId ?? newSessionId(clock.now(), newId());
      const environment =
        options.environment ??
        createEnvironment({
          ...options,
          tools: Object.values(toolTable),
          build,
          clock,
          newId,
          redact,
          model: { vision: false },
        });
      const tools = await environment.listTools();
      const systemPrompt = redact.text(agent.systemPrompt);
      const llm =
        options.createLLM?.({ tools, systemPrompt }) ??
        new GenerativeModel({ ...modelOptions(options), tools, systemPrompt }, { clock, build });
      const trace = openTrace({ dir: traceDir, sessionId: id });
      return createSessionFrom({
        id,
        traceFile: trace.file,
        engine: createContextEngine({ llm, environment, clock, build, random, limits }),
        environment,
        trace,
        build,
        redact,
        meta: {
          type: 'session_meta',
          schema_version: 1,
          session_id: id,
          provider,
          model_id: modelId,
          model_context_window: contextWindow ?? 'unknown',
          system_prompt: systemPrompt,
          agent_state: agent.agentId,
          workspace: workspaceDir,
        },
      });
    },
  };
}

function modelOptions({ provider, modelId, apiKey, baseUrl, contextWindow, thinkingLevel }: SessionOptions) {
  return {
    provider,
    modelId,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(thinkingLevel === undefined ? {} : { thinkingLevel }),
  };
}

/** Sorts by time, names a file, and cannot be guessed: `session-2026-11-30-12-00-00-1f6c…`. */
export function newSessionId(now: Date, random: string): string {
  return `session-${now.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')}-${random.slice(0, 8)}`;
}
