/** What models put in front of a tool's name out of habit. */
const PREFIXES = ['functions.', 'function.', 'tools.', 'tool.', 'default_api.'];

/**
 * The one tool that a model means by `name`: the exact name, or else the name without blanks around it and without a known prefix,
 * if that names exactly one. Whoever judges a call by its tool must judge this name.
 */
export function meantTool(name: string, tools: readonly string[]): string | undefined {
  if (tools.includes(name)) return name;
  const bare = name.trim();
  const spellings = [
    bare,
    ...PREFIXES.filter((prefix) => bare.startsWith(prefix)).map((prefix) => bare.slice(prefix.length)),
  ];
  const meant = tools.filter((tool) => spellings.includes(tool));
  return meant.length === 1 ? meant[0] : undefined;
}
