/** An upstream's own refusal: an HTTP status that is no success, or an error event inside its stream. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** The HTTP status; an error inside a stream has none. */
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** What the upstream said: parsed JSON, or text that is none. */
  readonly complaint: unknown;

  constructor(complaint: unknown, response?: { status: number; headers: Headers }) {
    // The complaint stays out of the message: packages that wrap this error read messages to guess a cause.
    super(response === undefined ? 'error inside the stream' : `HTTP ${response.status}`);
    this.status = response?.status;
    this.headers = response?.headers;
    this.complaint = complaint;
  }
}

/** An answer that breaks its protocol: JSON that does not parse, arguments for a call that had ended. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer';
}
