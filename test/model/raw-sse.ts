import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does next in an answer: it writes bytes exactly as given, or waits. */
type RawStep = string | Uint8Array | Promise<unknown>;

export interface RawAnswer {
  /** Default 200. */
  status?: number;
  /** Default: an event stream. */
  headers?: Record<string, string>;
  steps: RawStep[];
  /** What follows the steps: a proper end (default), a cut connection, or nothing, ever. */
  last?: 'end' | 'cut' | 'stay';
}

interface RawRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Resolves when the connection is gone or the answer is over. */
  gone: Promise<unknown>;
}

export interface RawServer {
  url: string;
  requests: RawRequest[];
  stop(): Promise<void>;
}

/** An HTTP server that plays the given answers, one a request, for everything that a well-behaved double cannot say. */
export async function startRawServer(answers: RawAnswer[]): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => response.destroy(asError(error)));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = once(response, 'close');
    const body = await readBody(request);
    requests.push({ path: request.url ?? '', headers: request.headers, body, gone });
    const answer = answers[requests.length - 1];
    if (answer === undefined) throw new Error(`no answer is left for request ${requests.length}`);
    await play(answer, response);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function play({ status = 200, headers, steps, last = 'end' }: RawAnswer, response: ServerResponse) {
  response.writeHead(status, headers ?? { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  for (const step of steps) {
    if (response.destroyed) return;
    if (typeof step === 'string' || step instanceof Uint8Array) await write(response, step);
    else await step;
  }
  if (last === 'end') response.end();
  if (last === 'cut') response.destroy();
}

/** Resolves when the bytes are in the kernel's hands, so that a cut behind them does not take them back. */
function write(response: ServerResponse, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => response.write(bytes, () => resolve()));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += chunk;
  return body;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Something to wait for until a test says go; as a step it holds an answer back. */
export function gate(): { passed: Promise<void>; open: () => void } {
  let open: (() => void) | undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open?.() };
}

/** The base URL of a port on which nobody listens: it was just closed. */
export async function unreachableUrl(): Promise<string> {
  const server = await startRawServer([]);
  await server.stop();
  return server.url;
}
