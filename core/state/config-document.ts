import { type Document, isMap, isNode, isScalar, type Node } from 'yaml';
import { parseYaml } from './parse-yaml.ts';
import type { Position, Problem } from './problem.ts';

/** Values that aliases may stand for in all. */
const MAX_ALIASES = 50;
const ALIASES = 'aliases (*name) stand for nothing, for themselves or for too much: write the values out';

/** A place in the document: keys of mappings, indices of lists. */
export type Path = readonly PropertyKey[];

/** Plain values that remember where they stand. */
export interface ReadDocument {
  value: unknown;
  /** Where the value at `path` stands, else the nearest thing around it. */
  positionOf(path: Path): Position;
  /** Where the key at the end of `path` stands. */
  positionOfKey(path: Path): Position;
}

export type DocumentReading =
  | { kind: 'document'; document: ReadDocument }
  | { kind: 'wrong'; problems: Problem[] };

/** Reads YAML; an empty text is an empty mapping. */
export function readDocument(text: string): DocumentReading {
  const reading = parseYaml(text);
  if (reading.kind === 'wrong') return reading;
  const { document, positionOf } = reading;
  try {
    return {
      kind: 'document',
      document: {
        value: document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {},
        positionOf: (path) => positionOf(nodeAt(document, path)),
        positionOfKey: (path) => positionOf(keyAt(document, path)),
      },
    };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { kind: 'wrong', problems: [{ position: positionOf(null), text: ALIASES }] };
  }
}

function nodeAt(document: Document, path: Path): Node | null {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return document.contents;
}

function keyAt(document: Document, path: Path): Node | null {
  const around = nodeAt(document, path.slice(0, -1));
  const name = String(path.at(-1));
  const pair = isMap(around)
    ? around.items.find(({ key }) => isScalar(key) && String(key.value) === name)
    : undefined;
  return isNode(pair?.key) ? pair.key : around;
}
