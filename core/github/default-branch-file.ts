import type { ReadDefaultBranchFile } from '../state/index.ts';
import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';

/** GitHub lists so many entries of a folder, and does not say that there are more. */
const LISTED = 1_000;

type Listing = Awaited<ReturnType<typeof listFolder>>;

/**
 * Reads files of the default branch as it is now. The folder is listed and the file read by its id: asked for a path, GitHub follows a link
 * that stands there and says nothing of it. By its id, a link that were listed as a file is no more than the path that it holds.
 */
export function defaultBranchFile(github: GitHub): ReadDefaultBranchFile {
  return async (path, maxBytes) => {
    const cut = path.lastIndexOf('/');
    const listing = await listFolder(github, path.slice(0, Math.max(0, cut)));
    if (!Array.isArray(listing)) return notListed(listing);
    const entry = listing.find(({ name }) => name === path.slice(cut + 1));
    if (entry === undefined) return notFound(listing.length);
    if (entry.type !== 'file') return { kind: 'unusable', reason: KINDS[entry.type] };
    if (entry.size > maxBytes) return { kind: 'unusable', reason: `${entry.size} bytes long` };
    const route = 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}';
    const { content } = await github.request(route, { file_sha: entry.sha });
    return { kind: 'file', bytes: Buffer.from(content, 'base64') };
  };
}

const KINDS = { dir: 'a folder', submodule: 'a submodule', symlink: 'a symbolic link' };

/** Undefined where there is no such folder, or nothing at all yet. */
async function listFolder(github: GitHub, path: string) {
  try {
    return await github.request('GET /repos/{owner}/{repo}/contents/{path}', { path });
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined;
    throw error;
  }
}

/** What stands where the folder should be. */
function notListed(found: Exclude<Listing, unknown[]>) {
  if (found?.type !== 'symlink') return { kind: 'missing' } as const;
  return { kind: 'unusable', reason: 'behind a symbolic link' } as const;
}

function notFound(listed: number) {
  if (listed < LISTED) return { kind: 'missing' } as const;
  const reason = `in a folder of ${LISTED} files or more, which GitHub does not list whole`;
  return { kind: 'unusable', reason } as const;
}
