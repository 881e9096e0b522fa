import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as it came over the wire, whole. */
export interface WireRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

export function emptyAnswer(status: number, headers: Record<string, string> = {}): WireAnswer {
  return { status, headers, body: '' };
}

export async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://127.0.0.1'),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks),
  };
}

export function writeAnswer(outgoing: ServerResponse, answer: WireAnswer): void {
  const body = Buffer.from(answer.body);
  const length = answer.status === 204 || answer.status === 304 ? {} : { 'content-length': body.length };
  outgoing.writeHead(answer.status, { ...answer.headers, ...length });
  outgoing.end(body);
}
