import type { Thread } from '../github/index.ts';
import type { Order } from './command.ts';

/** What a label or an assignment asks for. The issue's own words stay material: whoever wrote them has given no order. */
export function resolveIssue({ title }: Thread): Order {
  return {
    task: 'Resolve this issue.',
    instruction:
      'do what the issue needs: change files and check them with the tests of the repository, or answer it when it only asks something',
    title: title.trim() === '' ? 'resolve this issue' : title,
    wantsChange: false,
    readOnly: false,
  };
}
