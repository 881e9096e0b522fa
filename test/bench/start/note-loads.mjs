// Imported before the action: writes down each file that it loads, when it loads it.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) appendFileSync(process.env.BENCH_LOADS_FILE, `${url}\n`);
    return nextLoad(url, context);
  },
});
