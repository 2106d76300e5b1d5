/*
 * Which test files run with their databases on a Citus cluster too (citus-run.ts): the same files, as they are. `npm test` runs
 * those that tell most there, where TEST_CITUS says how; CITUS_TESTS=all all that can (`scripts/test-on-citus.mjs`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** With the seconds that each took there, while others used some of the two cores too. */
const usual: Record<string, number> = {
  // Workspaces apart, jobs, keys.
  'db/isolation.test.ts': 11,
  'jobs/worker.test.ts': 5,
  'jobs/queue.test.ts': 1,
  'keys/key-operations.test.ts': 1,
  // Ingest.
  'ingest/ingest.test.ts': 1,
  'ingest/dedup.test.ts': 4,
  // A flow of each resource.
  'leads/update.test.ts': 1,
  'identities/list.test.ts': 3,
  'visitors/live.test.ts': 1,
  'sessions/sessions.test.ts': 2,
  'conversions/conversions.test.ts': 2,
  'companies/companies.test.ts': 1,
  'members/members.test.ts': 1,
  'workspaces/settings.test.ts': 1,
  'operations/run.test.ts': 1,
};

/** What cannot run there, and why. */
const impossible: [RegExp, string][] = [
  [/^db\/citus\//, 'starts clusters of its own'],
  [/^db\/(cells|upgrade|schema-dump)/, 'is about databases that are not on a cluster'],
  [/^db\/row-security/, 'asks as the application by the coordinator, which the service does not'],
  [/^(background|http\/revocation)\.test/, 'renames tables, or counts writes in one of its own'],
  [/^cli\/companies\.test/, 'sends several statements in one message, which Citus refuses'],
  [/^db\/late-statements/, 'enters workspaces of several nodes in one transaction'],
  [
    /^history\/(corrections\/refusals|stats\/marks)/,
    'changes rows in forms that Citus does not take by the coordinator',
  ],
  [/^history\/verdicts\/at-once/, 'looks on the coordinator for who waits'],
];

const folder = 'apps/server/src';

/** None where there is no Citus. */
export function testsOnCitus(): string[] {
  if (!process.env.TEST_CITUS) return [];
  const names = process.env.CITUS_TESTS === 'all' ? all() : Object.keys(usual);
  return names.map((name) => join(folder, name));
}

function all(): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter(
    (name) =>
      name.endsWith('.test.ts') &&
      !impossible.some(([form]) => form.test(name)) &&
      /\b(startHarness|migratedDatabase)\b/.test(readFileSync(join(folder, name), 'utf8')),
  );
}
