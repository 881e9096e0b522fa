/** Why the settings cannot be used. `blocked`: something is not set up yet, a person has to. `config`: something is set, and wrong. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem';
  readonly kind: 'blocked' | 'config';

  /** `message` is one sentence: what is wrong, with which value, and what to do. */
  constructor(kind: 'blocked' | 'config', message: string) {
    super(message);
    this.kind = kind;
  }
}
