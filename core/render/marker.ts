/** The first line of the live comment of a Session: it is found again by this line and by its author. */
export function sessionMarker(sessionId: string): string {
  return marker('session', sessionId);
}

/** The first line of the answer to a comment: an answer is given once. */
export function replyMarker(commentId: number): string {
  return marker('reply', String(commentId));
}

/** The first line of a pull request's body. */
export function pullRequestMarker(sessionId: string): string {
  return marker('pull-request', sessionId);
}

/** The first line of the issue in which a Task without a Thread reports. */
export function taskMarker(key: string): string {
  return marker('task', key);
}

/** Whether a text begins with a line of ours. Whoever asks checks the author too: anybody can write one. */
export function isOurMarker(body: string): boolean {
  return body.startsWith('<!-- penguin:');
}

function marker(kind: string, id: string): string {
  return `<!-- penguin:${kind}:${id.replace(/[^\w.-]/g, '')} -->`;
}
