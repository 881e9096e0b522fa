import { is, type OmniMessage } from '../omnimessage/index.ts';

/**
 * Makes the call ids of one answer unique: outputs are paired by id, and some models give two parallel calls the same one. A call
 * that starts under the id of a call that is complete gets `#2`, `#3`…
 */
export function createUniqueIds(): (message: OmniMessage) => OmniMessage {
  const complete = new Map<string, number>();
  const rename = (id: string): string => {
    const seen = complete.get(id);
    return seen === undefined ? id : `${id}#${seen + 1}`;
  };
  return (message) => {
    if (is(message, 'partial_tool_call')) {
      const id = rename(message.payload.tool_call_id);
      if (id === message.payload.tool_call_id) return message;
      return { ...message, payload: { ...message.payload, tool_call_id: id } };
    }
    if (is(message, 'tool_call')) {
      const { tool_call_id: original } = message.payload;
      const id = rename(original);
      complete.set(original, (complete.get(original) ?? 0) + 1);
      return id === original ? message : { ...message, payload: { ...message.payload, tool_call_id: id } };
    }
    return message;
  };
}
