import { isObject, parseJson } from './json.ts';

/**
 * A call's arguments as the object that upstreams demand when they read a call again. What the model wrote
 * broken goes back under a name that says so: refusing it for ever would end the conversation.
 */
export function argumentsObject(text: string): Record<string, unknown> {
  if (text === '') return {};
  const value = parseJson(text);
  return isObject(value) ? value : { unparsable_arguments: text };
}

/** The same as JSON text; arguments that are an object stay byte for byte what the model wrote. */
export function argumentsText(text: string): string {
  return isObject(parseJson(text)) ? text : JSON.stringify(argumentsObject(text));
}
