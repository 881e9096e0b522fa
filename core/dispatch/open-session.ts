import { join } from 'node:path';
import type { Redact } from '../omnimessage/index.ts';
import { createAgent, type Session } from '../session/index.ts';
import { systemPrompt } from '../state/index.ts';
import type { House } from './house.ts';
import type { LiveReport } from './live-report.ts';
import type { SessionRecord } from './session-record.ts';
import type { Settings } from './settings.ts';

const MINUTE_MS = 60_000;

export interface SessionParts {
  settings: Settings;
  /** Learns of the Session, and where its record is. */
  live: Pick<LiveReport, 'session' | 'remember'> & { record: Pick<SessionRecord, 'sessionId'> };
  /** Where the record goes; default: a folder of the Session's own. */
  traceDir?: string;
}

interface Place {
  house: Pick<House, 'clock' | 'newId' | 'random' | 'scratchDir' | 'workspaceDir' | 'environment'>;
  redact: Redact;
}

/** Opens the Session that the settings describe. */
export async function openSession(
  { settings, live, traceDir }: SessionParts,
  { house, redact }: Place,
): Promise<Session> {
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
    traceDir: traceDir ?? join(scratchDir, sessionId),
    scratchDir: join(scratchDir, sessionId, 'outputs'),
    env: defined(environment),
  });
  live.session = session;
  live.remember({ traceFile: session.traceFile });
  return session;
}

function millisecondsOf(minutes: number): number {
  return minutes < 0 ? minutes : minutes * MINUTE_MS;
}

function defined(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
