/** Where set-up steps put toolchains: without these a repository's own tests do not run. */
const TOOL_HOMES = [
  ...['JAVA_HOME', 'GRADLE_HOME', 'MAVEN_HOME', 'M2_HOME', 'ANDROID_HOME', 'ANDROID_SDK_ROOT'],
  ...['GOPATH', 'GOROOT', 'CARGO_HOME', 'RUSTUP_HOME', 'DOTNET_ROOT', 'NVM_DIR', 'PNPM_HOME', 'BUN_INSTALL'],
  ...['PYTHONPATH', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'PYENV_ROOT', 'pythonLocation', 'LD_LIBRARY_PATH'],
  ...['PKG_CONFIG_PATH', 'RBENV_ROOT', 'GEM_HOME', 'GEM_PATH', 'BUNDLE_PATH', 'SDKMAN_DIR'],
];

const KEPT: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'LANG', 'LANGUAGE', 'TZ'],
  ...TOOL_HOMES,
]);

const KEPT_FAMILY = /^(LC_|JAVA_HOME_|GOROOT_)\w+$/;

/** A second wall behind the allow-list: a family above must not let through what only looks like a locale. */
const NEVER = /^(GITHUB|INPUT|ACTIONS|RUNNER|STATE)_|^NODE_OPTIONS$|TOKEN|KEY|SECRET|PASSW|CREDENTIAL/i;

/** Nothing may wait for a person, page, or colour what the model reads. */
const FIXED = {
  TERM: 'dumb',
  CI: 'true',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * The whole environment of a command: an allow-list over `source`, then fixed values. A name that is not listed does not get
 * through, so a new secret of the runner is kept out without anybody knowing of it.
 */
export function commandEnvironment(source: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(source).filter(([name]) => isKept(name));
  return { ...Object.fromEntries(kept), ...FIXED };
}

function isKept(name: string): boolean {
  return (KEPT.has(name) || KEPT_FAMILY.test(name)) && !NEVER.test(name);
}
