// Runs test files, all suitable or those named, each with a database on a Citus cluster of a coordinator and two workers.
// TEST_CITUS is the folder of PostgreSQL programs with the extension (docs/testing.md).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

if (!process.env.TEST_CITUS) {
  console.error('Set TEST_CITUS to the folder of the programs of a PostgreSQL with Citus.');
  process.exit(1);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'citus', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CITUS_TESTS: 'all' } },
);
process.exit(status ?? 1);
