#!/usr/bin/env node
/** The terminal's entrance: one command, one exit code. */
import { createRedact, printable } from '../../core/index.ts';
import { keysIn } from './keys.ts';
import { perform } from './perform.ts';
import { openPipe } from './pipe.ts';

const redact = createRedact(keysIn(process.env));
const out = openPipe(process.stdout);
const err = openPipe(process.stderr);
try {
  process.exitCode = await perform(process.argv.slice(2), { out, err, redact });
} catch (error) {
  // The one place where what nobody expected ends: a sentence instead of a stack trace.
  const what = error instanceof Error ? error.message : String(error);
  err.write(`penguin stopped by a fault: ${printable(redact.text(what))}\n`);
  process.exitCode = 1;
}
await Promise.all([out.drained(), err.drained()]);
// A connection that is kept alive must not keep the program alive.
process.exit();
