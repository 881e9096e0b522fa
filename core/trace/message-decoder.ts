import { type Decoded, decode, type OmniMessage } from '../omnimessage/index.ts';

/** The newest `schema_version` that this version understands. */
const SCHEMA_VERSION = 1;

/**
 * Decodes the messages of one trace. A line's sum has proved that a writer of ours wrote it, and decoding costs
 * more than parsing; so each form (a payload type and its fields) is decoded in full when it is first met, and
 * known from then on. Throws when `file` is of a newer version.
 */
export function createDecoder(file: string): (value: unknown) => Decoded {
  const known = new Set<string>();
  return (value) => {
    const form = formOf(value);
    if (form !== undefined && known.has(form)) return { kind: 'message', message: value as OmniMessage };
    assertReadable(value, file);
    const decoded = decode(value);
    if (form !== undefined && decoded.kind === 'message') known.add(form);
    return decoded;
  };
}

/** Undefined for what no message of a Session's own record looks like. */
function formOf(value: unknown): string | undefined {
  if (!isObject(value) || typeof value.timestamp !== 'string' || 'origin' in value) return undefined;
  if (!isObject(value.payload)) return undefined;
  return `${value.type} ${value.payload.type} ${Object.keys(value.payload).join()}`;
}

function assertReadable(value: unknown, file: string): void {
  const version = isObject(value) && isObject(value.payload) ? value.payload.schema_version : undefined;
  if (typeof version !== 'number' || version <= SCHEMA_VERSION) return;
  throw new Error(
    `The trace ${file} has schema version ${version}, and this version reads up to ${SCHEMA_VERSION}. ` +
      'Continue it with the Penguin Agent that wrote it, or start the task anew.',
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
