// Imported before the action in the run that is recorded: keeps the environment that the runner started it with.
import { writeFileSync } from 'node:fs';

writeFileSync(process.env.BENCH_ENVIRONMENT_FILE, JSON.stringify(process.env));
