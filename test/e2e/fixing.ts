import type { ModelTurn } from '../model/aimock.ts';

/** A model that writes `fixed.txt` and says that it did. */
export const FIXING: ModelTurn[] = [
  { calls: [{ name: 'write_file', arguments: { path: 'fixed.txt', content: 'fixed\n' } }] },
  'Fix the bug\n\nWrote the file.',
];
