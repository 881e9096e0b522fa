/** What both phases of the action begin with. */
import { createRedact, type House, printable } from '../core/index.ts';
import { cancellation } from './cancellation.ts';
import { openHouse } from './house.ts';
import { readInputs } from './inputs.ts';
import { openRunner, type Runner } from './runner.ts';

export function openAction(environment: Readonly<Record<string, string | undefined>>): {
  runner: Runner;
  house: () => House;
} {
  const inputs = readInputs(environment);
  let secrets = [inputs('api-key'), inputs('github-token')].filter((secret) => secret !== '');
  let redact = createRedact(secrets);
  const runner = openRunner({
    secrets,
    printable: (text) => printable(redact.text(text)),
    summaryPage: environment.GITHUB_STEP_SUMMARY,
  });
  const hideSecret = (secret: string) => {
    secrets = [...secrets, secret];
    redact = createRedact(secrets);
    runner.mask(secret);
  };
  return {
    runner,
    house: () => openHouse(environment, { inputs, runner, hideSecret, signal: cancellation() }),
  };
}
