/** A request as it came over the wire. */
export interface SentRequest {
  method: string;
  /** Path and query, with the part in front by which the servers here tell GitHub and the model apart. */
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface GivenAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request and its answer; the model's first request has none, because it ends the measurement. */
export interface Exchange {
  request: SentRequest;
  answer: GivenAnswer | undefined;
}

/** Paths begin so: one server stands for both. */
export const GITHUB_PATH = '/github';
export const MODEL_PATH = '/model';

export function isForModel({ url }: Pick<SentRequest, 'url'>): boolean {
  return url.startsWith(`${MODEL_PATH}/`);
}

/** What a request is known by: a second one alike is the second of its kind. */
export function kindOf({ method, url }: Pick<SentRequest, 'method' | 'url'>): string {
  return `${method} ${url}`;
}
