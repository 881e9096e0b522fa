/** Why a release must not go on: a sentence for whoever started it. */
export class Refusal extends Error {}

/** Runs a command with its arguments. A refusal is its sentence and exit code 1; anything else is a fault and keeps its stack. */
export function command(act) {
  try {
    act(...process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
