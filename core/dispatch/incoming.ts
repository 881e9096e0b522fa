/** An event as it came in: the raw payload goes no further than the github room. */
export interface IncomingEvent {
  /** For example `issue_comment`. */
  name: string;
  payload: unknown;
  /** Full name of the repository whose workflow runs. */
  repository: string;
}
