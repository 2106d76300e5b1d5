import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@footfall/source'] },
  ssr: { resolve: { conditions: ['@footfall/source'] } },
  test: {
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'bench/src/**/*.test.ts'],
    maxWorkers: 2,
    globalSetup: ['apps/server/src/testing/postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Files of a worker share the loaded application: to load it anew for each costs a third of the run.
    isolate: false,
  },
});
