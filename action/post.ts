/** The action's last phase. It always runs, and has something to do only when the main phase was killed. */
const kept = process.env.STATE_session ?? '';
if (kept !== '') {
  const { finishDeadMain } = await import('./finish-dead-run.ts');
  await finishDeadMain(kept);
}
// A connection that is kept alive must not keep the step alive.
process.exit();
