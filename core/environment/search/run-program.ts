import { type ChildProcess, spawn } from 'node:child_process';

const MAX_ERROR_CHARACTERS = 1_000;

export interface ProgramCall {
  program: string;
  args: readonly string[];
  cwd: string;
  signal: AbortSignal;
}

/**
 * What a search program prints. It gets no environment and no input, and is killed when `signal` aborts or the reader leaves. Throws what it
 * complains of when it fails (exit code 2 and more) with a complaint.
 */
export async function* runProgram({ program, args, cwd, signal }: ProgramCall): AsyncGenerator<Buffer> {
  const child = spawn(program, args, { cwd, env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = endOf(child);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  if (signal.aborted) kill();
  let complaint = '';
  child.stderr.on('data', (piece: Buffer) => {
    if (complaint.length < MAX_ERROR_CHARACTERS) complaint += piece.toString('utf8');
  });
  try {
    yield* child.stdout;
    expectSuccess(await ended, complaint);
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
    await ended;
  }
}

type End = { kind: 'closed'; code: number | null } | { kind: 'not_started'; error: Error };

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ kind: 'not_started', error }));
    child.once('close', (code) => resolve({ kind: 'closed', code }));
  });
}

function expectSuccess(end: End, complaint: string): void {
  if (end.kind === 'not_started') throw end.error;
  if (end.code !== null && end.code > 1 && complaint !== '') {
    throw new Error(complaint.slice(0, MAX_ERROR_CHARACTERS));
  }
}
