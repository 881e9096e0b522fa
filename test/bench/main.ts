/** `npm run bench`: measures and says what came of it. A child of the bench comes in here too, for one side of a comparison. */
const [word, ...rest] = process.argv.slice(2);
try {
  // What one side does not use must not be in its process: everything behind here is loaded when it is wanted.
  if (word === 'side') await (await import('./sides.ts')).playSide(rest);
  else process.exitCode = await (await import('./run-bench.ts')).runBench(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
