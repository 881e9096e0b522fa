/**
 * A key with its value. Keys may hold anything that a repository made up, so they travel by environment, never by
 * argv.
 */
export type ConfigEntry = readonly [key: string, value: string];

/**
 * What no call of ours may do, whatever configuration git finds. Most calls read none but ours (`sealed-dir.ts`);
 * this table is for those that meet the Workspace's own, where every key here would otherwise be a way to run a
 * program.
 */
const HARDENED: readonly ConfigEntry[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', 'false'],
  ['core.askPass', ''],
  ['core.editor', 'false'],
  ['core.pager', 'cat'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['credential.helper', ''],
  ['safe.directory', '*'],
  ['safe.bareRepository', 'explicit'],
  // A scheme's own key outranks `protocol.allow`, so those that run programs are named.
  ['protocol.allow', 'never'],
  ['protocol.ext.allow', 'never'],
  ['protocol.ssh.allow', 'never'],
  ['protocol.git.allow', 'never'],
  ['protocol.file.allow', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['commit.gpgSign', 'false'],
  ['push.gpgSign', 'false'],
  ['submodule.recurse', 'false'],
  // A redirect would carry the token's header to whatever host it names.
  ['http.followRedirects', 'false'],
  // Ends a transport that nobody watches any more.
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '600'],
];

/** The whole environment of a git process: nothing of ours is inherited. */
export function gitEnvironment(
  path: string,
  home: string,
  config: readonly ConfigEntry[],
): Record<string, string> {
  return {
    PATH: path,
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_LITERAL_PATHSPECS: '1',
    ...configVariables([...HARDENED, ...config]),
  };
}

function configVariables(entries: readonly ConfigEntry[]): Record<string, string> {
  const variables = entries.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(variables) };
}
