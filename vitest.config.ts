import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Most of the time goes by waiting for child processes and sockets, so more files than cores run side by side.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Locale and time zone are fixed so that a text that a test pins is the same everywhere.
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  },
});
