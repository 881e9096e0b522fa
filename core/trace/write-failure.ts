/** What a person can do about a trace that cannot be written. */
const CURES: Record<string, string> = {
  ENOSPC: 'Free space on that disk, or put the trace folder on another one.',
  EDQUOT: 'The disk quota is used up: free space, or put the trace folder elsewhere.',
  EFBIG: 'A limit on file size was reached: raise it (ulimit -f).',
  EIO: 'The disk fails: put the trace folder on another one.',
  EROFS: 'The disk is read-only: put the trace folder on another one.',
  EMFILE: 'Too many files are open: raise the limit (ulimit -n).',
  ELOOP: 'A symbolic link stands where the trace should be: remove it.',
};
const CHECK_FOLDER = 'Check that the trace folder exists and can be written.';

/** The run must not go on without its record: this says why, where and what to do. */
export function writeFailure(file: string, cause: unknown): Error {
  const { code, message } = describe(cause);
  return new Error(`The trace ${file} cannot be written: ${message}. ${CURES[code] ?? CHECK_FOLDER}`, {
    cause,
  });
}

function describe(cause: unknown): { code: string; message: string } {
  if (!(cause instanceof Error)) return { code: '', message: String(cause) };
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return { code, message: cause.message };
}
