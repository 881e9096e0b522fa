/** More than any answer that we ask for; what is larger would fill the memory of the runner. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** Answers of these kinds have no body, and may not be given an empty one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Thrown when an answer is larger than we take. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
  readonly status: number;

  constructor(status: number) {
    super(`an answer of more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB, which is not read`);
    this.status = status;
  }
}

/** The answer, read to its end, and its length told. Rejects when it breaks off, or is too large. */
export async function boundedAnswer(response: Response): Promise<Response> {
  const { status, headers, body } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the rest.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLarge(status);
    chunks.push(chunk);
  }
  const told = new Headers(headers);
  told.set('content-length', String(size));
  return new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers: told });
}
