// The fuzz tests with many requests: 100,000 to the REST API and a fifth of that to ingest.
// FUZZ_REQUESTS says how many, FUZZ_SEED repeats a run: its number is printed first.
// With them other tests that take chances, with more of them than `npm test` has time for.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const requests = process.env.FUZZ_REQUESTS || '100000';
const seed = process.env.FUZZ_SEED || String(randomInt(2 ** 31));
console.log(`FUZZ_REQUESTS=${requests} FUZZ_SEED=${seed}`);

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const files = [
  'apps/server/src/http/fuzz.test.ts',
  'apps/server/src/http/fuzz-ingest.test.ts',
  'apps/server/src/db/isolation.test.ts',
  'apps/server/src/history/people/crowds.test.ts',
  'apps/server/src/http/bad-input.test.ts',
  'apps/server/src/ingest/retries-in-flight.test.ts',
  'apps/server/src/testing/order.test.ts',
  'apps/server/src/history/attribution/truth.test.ts',
  'apps/server/src/history/corrections/every-read.test.ts',
  'apps/server/src/history/corrections/undoing.test.ts',
  'apps/server/src/history/people/concurrency.test.ts',
  'apps/server/src/history/retention/retention.test.ts',
  'apps/server/src/history/stats/concurrency.test.ts',
  'apps/server/src/history/stats/stats.test.ts',
  'apps/server/src/history/stats/visit-filter.test.ts',
  'apps/server/src/history/verdicts/any-verdicts.test.ts',
  'apps/server/src/lists/upkeep/recounted.test.ts',
];
const more = {
  BLEED_TURNS: '20000',
  CROWD_HISTORIES: '3000',
  CORRECTION_HISTORIES: '10000',
  BAD_INPUT: 'all',
  RETRIES: '10000',
  ORDER_ROUNDS: '5',
  HISTORY_ROUNDS: '5',
};
const { status } = spawnSync(process.execPath, [vitest, 'run', '--maxWorkers=1', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...more, ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
});
process.exit(status ?? 1);
