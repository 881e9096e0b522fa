/** `npm run demo`: the main job on real parts, told step by step. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '../github/checkout-root.ts';
import { narrator } from './narrator.ts';
import { playDemo } from './play-demo.ts';

const HELP = `The demo: a maintainer comments on an issue, and a pull request fixes it.

  npm run demo                    with a recorded model
  npm run demo -- --json          one line of JSON on stdout at the end, nothing else
  npm run demo -- --provider NAME --model NAME --api-key KEY [--base-url URL]
                                  with a live model

GitHub, the runner and the repository are on this machine. What can be looked at afterwards is in demo-out/.
Exits with 0 when the pull request's tests pass, with 1 when they do not, with 2 on wrong options.
`;

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) return 2;
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const out = join(checkoutRoot(), 'demo-out');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const told = narrator(options.json);
  told.step(
    'model',
    options.live.provider === undefined ? 'recorded, played over HTTP' : `live: ${options.live.provider}`,
  );
  const result = await playDemo({ out, live: options.live, narrator: told });
  told.step('written', `demo-out/: ${['trace.jsonl', 'comment.md', 'summary.md'].join(', ')}`);
  told.step('result', `${result.outcome} in ${result.seconds} s`);
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  return result.testsPassOnPullRequest ? 0 : 1;
}

interface Options {
  help: boolean;
  json: boolean;
  live: Record<string, string>;
}

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        provider: { type: 'string' },
        model: { type: 'string' },
        'api-key': { type: 'string' },
        'base-url': { type: 'string' },
      },
    });
    const { help, json, ...live } = values;
    const named = Object.fromEntries(
      Object.entries(live).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    // A live model has an address of its own; the recorded one's must not stay behind.
    return { help, json, live: named.provider === undefined ? named : { 'base-url': '', ...named } };
  } catch (error) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return undefined;
  }
}
