import { looksBinary } from './file-chunks.ts';

const LINES_NAMED = 5;
const LF = 0x0a;

export interface TextEdit {
  oldText: string;
  newText: string;
  /** Replace every place instead of exactly one. */
  all: boolean;
}

/**
 * Replaces bytes, not text: whatever the file's encoding, nothing outside the matches changes. In a file whose line ends are all CRLF the
 * edit's are taken for CRLF too, since a model sees only lines. Throws an Error that tells what to do when there is not one place.
 */
export function applyEdit(before: Buffer, edit: TextEdit, path: string): Buffer {
  if (looksBinary(before)) throw new Error(`${path} is a binary file and cannot be edited as text.`);
  if (edit.oldText === '')
    throw new Error('old_string is empty. Give the text to replace, or use write_file.');
  if (edit.oldText === edit.newText)
    throw new Error('old_string and new_string are the same: nothing to do.');
  const crlf = hasOnlyCrlf(before);
  const sought = bytesOf(edit.oldText, crlf);
  const places = findAll(before, sought);
  if (places.length === 0) throw new Error(notFound(before, edit.oldText, path));
  if (places.length > 1 && !edit.all) throw new Error(tooMany(before, places, path));
  return replaceAt(before, places, sought.length, bytesOf(edit.newText, crlf));
}

function bytesOf(text: string, crlf: boolean): Buffer {
  return Buffer.from(crlf ? text.replace(/\r?\n/g, '\r\n') : text);
}

function hasOnlyCrlf(bytes: Buffer): boolean {
  let found = false;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at - 1] !== 0x0d) return false;
    found = true;
  }
  return found;
}

function findAll(bytes: Buffer, sought: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + sought.length))
    places.push(at);
  return places;
}

function replaceAt(bytes: Buffer, places: number[], length: number, replacement: Buffer): Buffer {
  const parts: Buffer[] = [];
  let kept = 0;
  for (const place of places) {
    parts.push(bytes.subarray(kept, place), replacement);
    kept = place + length;
  }
  return Buffer.concat([...parts, bytes.subarray(kept)]);
}

function tooMany(bytes: Buffer, places: number[], path: string): string {
  const lines = places.slice(0, LINES_NAMED).map((place) => lineAt(bytes, place));
  const more = places.length > LINES_NAMED ? ', …' : '';
  return `old_string is in ${path} ${places.length} times (lines ${lines.join(', ')}${more}). Add lines around it until it is there once, or set replace_all.`;
}

function notFound(bytes: Buffer, oldText: string, path: string): string {
  const line = looseMatch(bytes.toString('utf8'), oldText);
  const hint = line === undefined ? '' : ` Blanks apart, it is at line ${line}.`;
  return `old_string is not in ${path}.${hint} It must match exactly, blanks and line ends included: read the file again and copy it.`;
}

/** The line at which the text would match if blanks at line ends and beginnings did not count. */
function looseMatch(text: string, oldText: string): number | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const sought = oldText
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const at = lines.findIndex((_, start) => sought.every((line, index) => lines[start + index] === line));
  return at < 0 ? undefined : at + 1;
}

function lineAt(bytes: Buffer, place: number): number {
  let line = 1;
  for (let at = bytes.indexOf(LF); at >= 0 && at < place; at = bytes.indexOf(LF, at + 1)) line += 1;
  return line;
}
