/**
 * What may be seen, said and printed: redaction, neutral Markdown, sanitised input, approval modes. Pure: it
 * touches nothing.
 */

export {
  type ApprovalMode,
  approveByMode,
  isApprovalMode,
} from './approval-modes.ts';
export { clipMarkdown } from './clip.ts';
export { code, codeCell, fence } from './code.ts';
export { fenceUntrusted } from './fence-untrusted.ts';
export { neutralise, neutralLine } from './neutralise.ts';
export { oneLine, plainLine, titleLine } from './one-line.ts';
export { printable } from './printable.ts';
export { createRedact } from './redactor.ts';
export { sanitise } from './sanitise.ts';
export { minus, sizeOf, type TextSize } from './text-size.ts';
