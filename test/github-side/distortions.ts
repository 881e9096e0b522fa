type Payload = Record<string, unknown>;

/** What no field of GitHub's promises to be: the wrong type for most, and for numbers what names nothing. */
const STRANGE = [undefined, null, 7, -1, 1.5, 'text', '', true, [], {}, Number.MAX_VALUE];

/** A payload with one field, at any depth where something of ours stands, taken away or made strange; each field in turn. */
export function distortions(payload: Payload): { path: string; distorted: unknown }[] {
  return pathsOf(payload).flatMap((path) =>
    STRANGE.map((strange) => ({
      path: `${path.join('.')} = ${JSON.stringify(strange)}`,
      distorted: replaced(payload, path, strange),
    })),
  );
}

function pathsOf(value: unknown, depth = 3): string[][] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsOf(inner, depth - 1).map((path) => [name, ...path]),
  ]);
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by;
  const fields = value as Payload;
  return { ...fields, [name]: replaced(fields[name], rest, by) };
}
