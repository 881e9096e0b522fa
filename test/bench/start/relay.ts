import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRequest, type WireRequest } from '../../github/wire.ts';
import { type Exchange, GITHUB_PATH, type GivenAnswer, isForModel, type SentRequest } from './exchange.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { expectMoment } from './moment.ts';

/** Belongs to one connection, or to one side's own transport. */
const HOP_HEADERS = [
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'],
  ...['accept-encoding', 'accept-language', 'sec-fetch-mode', 'date'],
];

/** So long nothing must come before the action is taken to do nothing more, and so often that is looked at. Milliseconds. */
const SILENCE_MS = 600;
const LOOK_MS = 25;

export interface Relay {
  url: string;
  /** In the order of arrival. */
  exchanges: Exchange[];
  /** Resolves when the first request for the model is here; it is noted and never answered. */
  modelReached: Promise<number>;
  /** Resolves when nothing has come for a while. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** Stands before GitHub and passes everything on, keeping each request with its answer. */
export async function startRelay(gitHubUrl: () => string): Promise<Relay> {
  const exchanges: Exchange[] = [];
  const model = expectMoment();
  let lastAt = performance.now();

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    lastAt = performance.now();
    const request = sentRequest(await readRequest(incoming));
    const exchange: Exchange = { request, answer: undefined };
    exchanges.push(exchange);
    if (isForModel(request)) return model.reach(performance.now());
    const answer = await forward(request, gitHubUrl());
    exchange.answer = answer;
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = await startLoopbackServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: unknown) => outgoing.destroy(new Error(String(error))));
  });
  async function quiet(): Promise<void> {
    while (performance.now() - lastAt < SILENCE_MS) await sleep(LOOK_MS);
  }

  return { url: server.url, exchanges, modelReached: model.reached, quiet, close: server.close };
}

function sentRequest({ method, url, headers, body }: WireRequest): SentRequest {
  return {
    method,
    url: url.pathname + url.search,
    headers: withoutHops(Object.entries(headers)),
    body: body.toString(),
  };
}

async function forward({ method, url, headers, body }: SentRequest, gitHubUrl: string): Promise<GivenAnswer> {
  const target = gitHubUrl + url.slice(GITHUB_PATH.length);
  const response = await fetch(target, { method, headers, ...(body === '' ? {} : { body }) });
  return {
    status: response.status,
    headers: withoutHops([...response.headers]),
    body: await response.text(),
  };
}

function withoutHops(headers: [string, string][]): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !HOP_HEADERS.includes(name)));
}
