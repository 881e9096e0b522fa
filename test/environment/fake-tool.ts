import type { ToolFactory } from '../../core/environment/index.ts';
import type { BuiltinTool, ToolDefinitionConfig, ToolResult } from '../../core/omnimessage/index.ts';

/** A tool named `act` that does what a test wants. */
export function fakeTool(
  execute: BuiltinTool['execute'],
  definition: Partial<ToolDefinitionConfig> = {},
): ToolFactory {
  const name = definition.name ?? 'act';
  return () => ({ name, definition: { description: 'For a test.', ...definition, name }, execute });
}

/** A tool that says `pieces` and then ends with `result`. */
export function sayingTool(
  pieces: string[],
  result?: ToolResult,
  definition: Partial<ToolDefinitionConfig> = {},
): ToolFactory {
  return fakeTool(async function* (_args, ctx) {
    for (const piece of pieces) yield ctx.delta(piece);
    return result;
  }, definition);
}

/** A tool that says `pieces` and then throws. */
export function throwingTool(error: unknown, pieces: string[] = []): ToolFactory {
  return fakeTool(async function* (_args, ctx) {
    for (const piece of pieces) yield ctx.delta(piece);
    throw error;
  });
}
