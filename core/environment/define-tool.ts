import * as z from 'zod';
import type {
  BuiltinTool,
  OmniMessage,
  ToolDefinitionConfig,
  ToolExecutionContext,
  ToolResult,
} from '../omnimessage/index.ts';

/** A tool as it is written in `tools/`: its arguments are a zod object, from which the model's JSON Schema comes. */
export interface ToolSpec<Arguments extends z.ZodObject>
  extends Omit<ToolDefinitionConfig, 'parameters' | 'permission'> {
  permission: 'r' | 'rw';
  arguments: Arguments;
  execute(
    args: z.infer<Arguments>,
    ctx: ToolExecutionContext,
  ): AsyncGenerator<OmniMessage, ToolResult | undefined>;
}

/** Makes the port's tool of it; the parse gives the arguments their types and defaults. */
export function defineTool<Arguments extends z.ZodObject>(spec: ToolSpec<Arguments>): BuiltinTool {
  const { arguments: schema, execute, ...definition } = spec;
  return {
    name: spec.name,
    definition: { ...definition, parameters: jsonSchema(schema) },
    execute: (args, ctx) => execute(schema.parse(args), ctx),
  };
}

const jsonObject = z.record(z.string(), z.json());

/** `$schema` is left out: some providers refuse a tool that names its dialect. */
function jsonSchema(schema: z.ZodObject) {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return jsonObject.parse(parameters);
}
