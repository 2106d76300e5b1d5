import { defineConfig } from 'vitest/config';
import { testsOnCitus } from './apps/server/src/testing/on-citus.ts';
import { SlowFirst } from './apps/server/src/testing/slow-first.ts';

const everyTest = ['{packages,apps}/*/{src,test}/**/*.test.ts', 'bench/src/**/*.test.ts'];

/** The same tests, with their databases where `globalSetup` has them. */
const project = (name: string, globalSetup: string, include: string[]) => ({
  extends: true as const,
  test: { name, globalSetup: [`apps/server/src/testing/${globalSetup}`], include },
});

export default defineConfig({
  resolve: { conditions: ['@footfall/source'] },
  ssr: { resolve: { conditions: ['@footfall/source'] } },
  test: {
    projects: [
      project('postgres', 'postgres.ts', everyTest),
      project('citus', 'citus-run.ts', testsOnCitus()),
    ],
    // One more than the processors of the machines this runs on: half of the time a test waits for a disk, a browser or a clock.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    // A machine that is busy with other things may take ten times as long. Only what fails waits for so long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    pool: 'forks',
    // As the service is started: half of the collector's work is gone. In one thread it takes a twelfth less of processors that
    // are all busy.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // Files of a worker share the loaded application, and most of them its service.
    isolate: false,
    setupFiles: ['apps/server/src/testing/left-behind.ts'],
    // What one test has replaced must not meet the next one.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
