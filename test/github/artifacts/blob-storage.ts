import { randomBytes } from 'node:crypto';
import { emptyAnswer, jsonAnswer, type WireAnswer, type WireRequest } from '../wire.ts';
import type { Artifact, World } from '../world/state.ts';

/** Download links of GitHub live for one minute; upload links for an hour. */
const DOWNLOAD_MS = 60_000;
const UPLOAD_MS = 3_600_000;

export const BLOB_PATH = '/_blobs/';

interface Link {
  artifact: Artifact;
  verb: 'GET' | 'PUT';
  expires: number;
}

/** The storage behind artifacts: blocks that are put one by one and then listed, as at Azure. */
export interface BlobStorage {
  signedLink(artifact: Artifact, verb: 'GET' | 'PUT'): string;
  /** What was uploaded, once its blocks were committed. */
  uploaded(artifact: Artifact): Buffer | undefined;
  answer(request: WireRequest): WireAnswer;
}

export function blobStorage(world: Pick<World, 'apiUrl' | 'faults' | 'now'>): BlobStorage {
  const links = new Map<string, Link>();
  const blocks = new Map<string, Buffer>();
  const committed = new Map<number, Buffer>();

  const put = (artifact: Artifact, { url, body }: WireRequest): WireAnswer => {
    switch (url.searchParams.get('comp')) {
      case 'block':
        blocks.set(`${artifact.id}/${url.searchParams.get('blockid')}`, body);
        return stored();
      case 'blocklist':
        committed.set(artifact.id, Buffer.concat(blockIds(body).map((id) => blockOf(artifact, id))));
        return stored();
      default:
        world.faults.push(`the blob storage takes blocks only, not PUT ${url.search}`);
        return jsonAnswer(501, { message: 'Not implemented' });
    }
  };
  const blockOf = (artifact: Artifact, id: string): Buffer => {
    const block = blocks.get(`${artifact.id}/${id}`);
    if (block === undefined) throw new Error(`block ${id} of artifact ${artifact.name} was never put`);
    return block;
  };

  return {
    signedLink(artifact, verb) {
      const signature = randomBytes(24).toString('base64url');
      const life = verb === 'GET' ? DOWNLOAD_MS : UPLOAD_MS;
      links.set(signature, { artifact, verb, expires: world.now().getTime() + life });
      return `${world.apiUrl}${BLOB_PATH}${artifact.id}?sig=${signature}`;
    },
    uploaded: (artifact) => committed.get(artifact.id),
    answer(request) {
      const link = links.get(request.url.searchParams.get('sig') ?? '');
      if (link?.verb !== request.method || world.now().getTime() > link.expires) {
        return jsonAnswer(403, { message: 'Server failed to authenticate the request.' });
      }
      return link.verb === 'PUT' ? put(link.artifact, request) : download(link.artifact);
    },
  };
}

function blockIds(list: Buffer): string[] {
  return [...list.toString('utf8').matchAll(/<(?:Latest|Uncommitted)>(.*?)</g)].map(
    (match) => match[1] ?? '',
  );
}

function stored(): WireAnswer {
  return emptyAnswer(201, {
    etag: '"1"',
    'last-modified': new Date(0).toUTCString(),
    'x-ms-request-id': '1',
  });
}

function download({ name, mimeType, content }: Artifact): WireAnswer {
  if (content === undefined) return jsonAnswer(404, { message: 'The specified blob does not exist.' });
  const fileName = encodeURIComponent(mimeType === 'application/zip' ? `${name}.zip` : name);
  const disposition = `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`;
  return {
    status: 200,
    headers: { 'content-type': mimeType, 'content-disposition': disposition },
    body: content,
  };
}
