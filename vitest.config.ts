import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Locale and time zone are fixed so that a text that a test pins is the same everywhere.
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  },
});
