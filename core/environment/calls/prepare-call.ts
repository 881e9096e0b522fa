import type { BuiltinTool, ToolCallPayload } from '../../omnimessage/index.ts';
import type { ArgumentCheck, CheckedArguments } from './argument-check.ts';
import { meantTool } from './tool-name.ts';

export interface CheckedTool {
  tool: BuiltinTool;
  check: ArgumentCheck;
}

/** A call that can run, or what the model is told instead. */
export type PreparedCall =
  | { kind: 'ready'; tool: BuiltinTool; args: Record<string, unknown> }
  | { kind: 'refused'; complaint: string };

/** Finds the tool and reads the arguments, as forgivingly as it can be done without guessing. */
export function prepareCall(call: ToolCallPayload, tools: ReadonlyMap<string, CheckedTool>): PreparedCall {
  const names = [...tools.keys()];
  const name = meantTool(call.name, names);
  const found = name === undefined ? undefined : tools.get(name);
  if (found === undefined) {
    return refused(`There is no tool ${JSON.stringify(call.name)}. The tools are: ${names.join(', ')}.`);
  }
  const { tool, check } = found;
  const parsed = parse(call.arguments);
  if (parsed.kind === 'broken') {
    return refused(`The arguments of ${tool.name} are not valid JSON (${parsed.why}). Send one JSON object.`);
  }
  const checked = checkUnwrapped(parsed.value, check);
  if (checked.kind === 'wrong') {
    return refused(`The arguments of ${tool.name} do not fit: ${checked.complaint}. ${fieldsOf(tool)}`);
  }
  return { kind: 'ready', tool, args: checked.args };
}

function refused(complaint: string): PreparedCall {
  return { kind: 'refused', complaint };
}

/** Arguments encoded twice are taken for what was meant, if the result fits. */
function checkUnwrapped(value: unknown, check: ArgumentCheck): CheckedArguments {
  const inner = typeof value === 'string' ? parse(value) : undefined;
  const unwrapped = inner?.kind === 'json' ? check(inner.value) : undefined;
  return unwrapped?.kind === 'fit' ? unwrapped : check(value);
}

type Parsed = { kind: 'json'; value: unknown } | { kind: 'broken'; why: string };

/** No text at all is how some models call a tool without arguments. */
function parse(text: string): Parsed {
  if (text.trim() === '') return { kind: 'json', value: {} };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'broken', why: error instanceof Error ? error.message : String(error) };
  }
}

function fieldsOf({ definition }: BuiltinTool): string {
  const fields = Object.keys(definition.parameters?.properties ?? {});
  return fields.length === 0 ? 'It takes no arguments.' : `Its fields are: ${fields.join(', ')}.`;
}
