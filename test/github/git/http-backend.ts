import { spawn } from 'node:child_process';
import type { WireAnswer, WireRequest } from '../wire.ts';
import type { Repository, World } from '../world/state.ts';
import { gitEnvironment } from './environment.ts';

/** Lets git's own server answer: `info/refs`, `git-upload-pack` or `git-receive-pack`. Who may is decided before. */
export function httpBackend(
  world: World,
  repository: Repository,
  request: WireRequest,
  action: string,
): Promise<WireAnswer> {
  const env = {
    ...gitEnvironment(),
    GIT_PROJECT_ROOT: world.folder,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
    PATH_INFO: `/${repository.fullName}.git/${action}`,
    QUERY_STRING: request.url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    CONTENT_LENGTH: String(request.body.length),
    // Git takes a push only from somebody.
    REMOTE_USER: 'admitted',
  };
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') reject(error);
    });
    child.on('error', reject);
    child.on('close', () => resolve(cgiAnswer(Buffer.concat(chunks))));
    child.stdin.end(request.body);
  });
}

function cgiAnswer(output: Buffer): WireAnswer {
  const end = output.indexOf('\r\n\r\n');
  const lines = output.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]),
  );
  const { Status: status = '200', ...rest } = headers;
  return { status: Number.parseInt(status, 10), headers: rest, body: output.subarray(end + 4) };
}
