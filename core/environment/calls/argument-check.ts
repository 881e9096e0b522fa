import * as z from 'zod';
import type { ToolDefinition } from '../../omnimessage/index.ts';

export type CheckedArguments =
  | { kind: 'fit'; args: Record<string, unknown> }
  | { kind: 'wrong'; complaint: string };

/** Checks a value as the arguments of one tool. Never throws. */
export type ArgumentCheck = (value: unknown) => CheckedArguments;

const MAX_COMPLAINTS = 5;

const anyObject = z.record(z.string(), z.unknown());

/** The schema is read when first used: most tools are never called. */
export function argumentCheck({ parameters }: ToolDefinition): ArgumentCheck {
  let schema: z.ZodType | undefined;
  return (value) => {
    schema ??= schemaOf(parameters);
    try {
      const object = anyObject.safeParse(value);
      const result = object.success ? schema.safeParse(value) : object;
      if (!object.success || !result.success) return wrong(describe(result.error));
      return { kind: 'fit', args: object.data };
    } catch (error) {
      // Values nested a hundred thousand deep exhaust the stack.
      return wrong(`they cannot be checked (${String(error)}); send simpler ones`);
    }
  };
}

/** A schema that zod cannot read (a foreign server's, with conditions) is left to the tool to enforce. */
function schemaOf(parameters: ToolDefinition['parameters']): z.ZodType {
  if (parameters === undefined) return anyObject;
  try {
    return z.fromJSONSchema(parameters);
  } catch {
    return anyObject;
  }
}

function wrong(complaint: string): CheckedArguments {
  return { kind: 'wrong', complaint };
}

function describe(error: z.ZodError | undefined): string {
  return (error?.issues ?? []).slice(0, MAX_COMPLAINTS).map(complaintOf).join('; ');
}

function complaintOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return `${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}: no such field`;
  }
  const message = issue.message.replace(/^Invalid (input|option): /, '');
  return field === '' ? message : `${field}: ${message}`;
}
