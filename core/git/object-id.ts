/** Throws unless `id` is a whole object id: it becomes an argument of git, so nothing else may pass. */
export function assertObjectId(id: string, what: string): void {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return;
  throw new Error(
    `${JSON.stringify(id.slice(0, 100))} is no ${what} id: 40 or 64 lower-case hexadecimal digits are needed.`,
  );
}
