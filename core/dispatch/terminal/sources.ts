import { findProvider } from '../../llm/index.ts';
import type { InputName } from '../house.ts';
import type { SettingsSources } from '../settings-sources.ts';
import { COMMAND_LINE } from '../wording.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves every provider. */
const ANY_KEY = 'PENGUIN_API_KEY';

/**
 * Where settings of the terminal come from: its flags, and for the key the environment, where no list of processes shows it. The
 * checkout's own configuration is not among them: whoever wrote it could send the person's key to an address of theirs.
 */
export function terminalSources(
  flags: Readonly<Partial<Record<InputName, string>>>,
  environment: Environment,
): SettingsSources {
  const values: Partial<Record<InputName, string>> = {
    ...flags,
    'api-key': keyFor(flags.provider ?? '', environment),
  };
  return {
    inputs: (name) => values[name]?.trim() ?? '',
    config: {},
    configPath: '',
    environment,
    wording: COMMAND_LINE,
  };
}

function keyFor(providerName: string, environment: Environment): string {
  const lookup = findProvider(providerName);
  const own = lookup.kind === 'found' ? environment[lookup.provider.keyVariable] : undefined;
  return own?.trim() || environment[ANY_KEY] || '';
}
