import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Action } from '../github/intercept.ts';
import { readRequest, type WireAnswer, type WireRequest, writeAnswer } from '../github/wire.ts';
import { type ModelTurn, startModel } from '../model/aimock.ts';

/** A recorded model behind a door at which requests can be stopped. */
export interface ModelDoor {
  url: string;
  /** How many requests came. */
  requests(): number;
  intercept(when: () => boolean, action: Action): void;
  stop(): Promise<void>;
}

export async function openModelDoor(turns: ModelTurn[]): Promise<ModelDoor> {
  const model = await startModel(turns);
  const interceptions: { when: () => boolean; action: Action }[] = [];
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming);
    requests++;
    const taking = interceptions.find(({ when }) => when());
    const proceed = () => forward(model.url, request);
    const answer = taking === undefined ? await proceed() : await taking.action(record(request), proceed);
    if (answer === 'hang-up') outgoing.destroy();
    else writeAnswer(outgoing, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    intercept: (when, action) => void interceptions.push({ when, action }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await model.stop();
    },
  };
}

async function forward(base: string, { method, url, body }: WireRequest): Promise<WireAnswer> {
  const answer = await fetch(base + url.pathname.replace(/^\/v1/, ''), {
    method,
    headers: { 'content-type': 'application/json', authorization: 'Bearer recorded' },
    body: new Uint8Array(body),
  });
  return {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

function record({ method, url }: WireRequest): Parameters<Action>[0] {
  const { pathname: path } = url;
  return { method, path, query: {}, operation: 'model', body: undefined, at: '', status: undefined };
}
