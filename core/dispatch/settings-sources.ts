import type { Config } from '../state/index.ts';
import type { House, Inputs } from './house.ts';
import type { Wording } from './wording.ts';

/** Where settings come from. An input wins over the configuration, that over what is built in. */
export interface SettingsSources {
  inputs: Inputs;
  /** Empty when there is no configuration file. */
  config: Config;
  /** The configuration file's path, for sentences. */
  configPath: string;
  /** Where keys are that the configuration names. */
  environment: House['environment'];
  /** How problems are told. */
  wording: Wording;
}
