const ESCAPE = 0x1b;
const BELL = 0x07;
const NEWLINE = 0x0a;
const CSI = 0x9b;

/**
 * `text`: what is kept. `escape`: after ESC. `csi`: parameters until a final letter. `string`: a title or a link until BEL or ESC \.
 * `string_escape`: ESC inside a string.
 */
type State = 'text' | 'escape' | 'csi' | 'string' | 'string_escape';

/**
 * Removes terminal escapes from text that arrives in pieces; a sequence cut by a border between two pieces is removed all the same.
 * It runs before redaction, so that colours inside a secret cannot hide it.
 */
export function createAnsiStripper(): (piece: string) => string {
  let state: State = 'text';
  return (piece) => {
    if (state === 'text' && !piece.includes('\u001b') && !piece.includes('\u009b')) return piece;
    let kept = '';
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      const before = state;
      state = next(before, code);
      if (state === 'text' && isText(before, code)) kept += piece[at];
    }
    return kept;
  };
}

function next(state: State, code: number): State {
  // A line end closes any sequence: an unfinished one must not swallow the rest of the output.
  if (code === NEWLINE) return 'text';
  switch (state) {
    case 'text':
      return code === ESCAPE ? 'escape' : code === CSI ? 'csi' : 'text';
    case 'escape':
      return afterEscape(code);
    case 'csi':
      return code === ESCAPE ? 'escape' : code >= 0x20 && code <= 0x3f ? 'csi' : 'text';
    case 'string':
      return code === ESCAPE ? 'string_escape' : code === BELL ? 'text' : 'string';
    case 'string_escape':
      return code === 0x5c ? 'text' : 'string';
  }
}

function afterEscape(code: number): State {
  if (code === ESCAPE) return 'escape';
  if (code === 0x5b) return 'csi';
  // ESC ] P X ^ _ open strings; blanks and punctuation up to 0x2f are intermediates of a longer escape.
  if ([0x5d, 0x50, 0x58, 0x5e, 0x5f].includes(code)) return 'string';
  return code >= 0x20 && code <= 0x2f ? 'escape' : 'text';
}

function isText(before: State, code: number): boolean {
  return before === 'text' || code === NEWLINE;
}
