import { findProvider } from '../../llm/index.ts';
import type { InputName, Inputs } from '../house.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Serves every provider. */
const ANY_KEY = 'PENGUIN_API_KEY';

/** What the terminal sets, from its flags; the key alone comes from the environment, where no list of processes shows it. */
export function terminalInputs(
  flags: Readonly<Partial<Record<InputName, string>>>,
  environment: Environment,
): Inputs {
  const values: Partial<Record<InputName, string>> = {
    ...flags,
    'api-key': keyFor(flags.provider ?? '', environment),
  };
  return (name) => values[name]?.trim() ?? '';
}

function keyFor(providerName: string, environment: Environment): string {
  const lookup = findProvider(providerName);
  const own = lookup.kind === 'found' ? environment[lookup.provider.keyVariable] : undefined;
  return own?.trim() || environment[ANY_KEY] || '';
}
