import * as z from 'zod';
import type { BuiltinTool } from '../../omnimessage/index.ts';
import { defineTool } from '../define-tool.ts';

const MAX_ITEMS = 20;
const MAX_ITEM_CHARACTERS = 200;

/** The checklist in the Report. */
export function updatePlan(): BuiltinTool {
  return defineTool({
    name: 'update_plan',
    description: `Show people your plan as a checklist. Send the whole list each time, at most ${MAX_ITEMS} short items, and keep it true: one item in_progress while you work, completed only when it is done.`,
    permission: 'r',
    arguments: z.strictObject({
      items: z
        .array(
          z.strictObject({
            text: z.string().min(1).max(MAX_ITEM_CHARACTERS),
            status: z.enum(['pending', 'in_progress', 'completed']),
          }),
        )
        .max(MAX_ITEMS)
        .describe('The whole plan, in order.'),
    }),
    async *execute({ items }, ctx) {
      yield ctx.build({ type: 'plan', items });
      const done = items.filter(({ status }) => status === 'completed').length;
      yield ctx.delta(`Plan updated: ${done} of ${items.length} completed.\n`);
      return undefined;
    },
  });
}
