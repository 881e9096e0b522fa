/** Git's wire format: a length in four hex digits, counting itself, then the bytes; `0000` ends a section. */
const FLUSH = '0000';
const LENGTH_DIGITS = 4;
const SIDEBAND_REPORT = 1;
const SIDEBAND_PROGRESS = 2;

interface RefUpdate {
  old: string;
  new: string;
  ref: string;
}

export interface PushRequest {
  updates: RefUpdate[];
  capabilities: string[];
  pack: Buffer;
}

export function parsePush(body: Buffer): PushRequest {
  const { lines, rest } = section(body);
  const [first = ''] = lines;
  const capabilities = (first.split('\0')[1] ?? '').trim().split(' ');
  const updates = lines.map((line) => {
    const [old = '', next = '', ref = ''] = (line.split('\0')[0] ?? '').trim().split(' ');
    return { old, new: next, ref };
  });
  return { updates, capabilities, pack: rest };
}

function section(body: Buffer): { lines: string[]; rest: Buffer } {
  const lines: string[] = [];
  let at = 0;
  for (;;) {
    const length = Number.parseInt(body.toString('latin1', at, at + LENGTH_DIGITS), 16);
    if (Number.isNaN(length) || length === 0) return { lines, rest: body.subarray(at + LENGTH_DIGITS) };
    lines.push(body.toString('utf8', at + LENGTH_DIGITS, at + length));
    at += length;
  }
}

export interface PushRefusal {
  /** By ref. */
  reasons: Map<string, string>;
  /** Lines that the client shows as the remote's. */
  remote: string[];
}

/** The answer to a push that is refused. Refs without a reason of their own go with the others. */
export function refusedPush(push: PushRequest, { reasons, remote }: PushRefusal): Buffer {
  const report = [
    pktLine('unpack ok\n'),
    ...push.updates.map(({ ref }) =>
      pktLine(`ng ${ref} ${reasons.get(ref) ?? 'pre-receive hook declined'}\n`),
    ),
    Buffer.from(FLUSH),
  ];
  if (!push.capabilities.includes('side-band-64k')) return Buffer.concat(report);
  return Buffer.concat([
    ...remote.map((line) => sideband(SIDEBAND_PROGRESS, Buffer.from(`${line}\n`))),
    sideband(SIDEBAND_REPORT, Buffer.concat(report)),
    Buffer.from(FLUSH),
  ]);
}

function sideband(band: number, content: Buffer): Buffer {
  return pktLine(Buffer.concat([Buffer.from([band]), content]));
}

function pktLine(content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const length = (bytes.length + LENGTH_DIGITS).toString(16).padStart(LENGTH_DIGITS, '0');
  return Buffer.concat([Buffer.from(length), bytes]);
}
