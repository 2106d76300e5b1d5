/*
 * Lists the test files that also run on a Citus cluster (citus-run.ts), unchanged. With TEST_CITUS `npm test` runs the usual ones;
 * CITUS_TESTS=all runs every file that can (scripts/test-on-citus.mjs). Files are named without `.test.ts` or `.slow.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that show most, with the seconds each took on a busy machine with two cores. */
const usual: Record<string, number> = {
  // Workspaces apart, jobs, keys.
  'platform/db/isolation': 11,
  'platform/jobs/worker': 5,
  'platform/jobs/queue': 1,
  'accounts/keys/key-operations': 1,
  // Ingest.
  'collect/ingest/ingest': 1,
  'collect/ingest/dedup': 4,
  // A flow of each resource.
  'revenue/leads/update': 1,
  'people/identities/list': 3,
  'people/visitors/live': 1,
  'visits/sessions/sessions': 2,
  'revenue/conversions/conversions': 2,
  'companies/companies': 1,
  'accounts/members/members': 1,
  'accounts/workspaces/settings': 1,
  'surfaces/operations/run': 1,
};

/** What cannot run there, and why. */
const impossible: [RegExp, string][] = [
  [/^platform\/db\/citus\//, 'starts clusters of its own'],
  [/^platform\/db\/(baseline|schema-dump)/, 'is about databases that are not on a cluster'],
  [
    /^platform\/db\/row-security/,
    'asks as the application by the coordinator, which the service does not',
  ],
  [
    /^(background\/background|surfaces\/http\/revocation)$/,
    'renames tables, or counts writes in one of its own',
  ],
  [/^cli\/companies$/, 'sends several statements in one message, which Citus refuses'],
  [/^platform\/db\/late-statements/, 'enters workspaces of several nodes in one transaction'],
  [
    /^(identity\/identity-overrides\/refusals|stats\/marks)/,
    'changes rows in forms that Citus does not take by the coordinator',
  ],
  [/^cli\/backup$/, 'backup and restore refuse a cluster (platform/db/citus/commands-on-citus)'],
  [
    /^testing\/(network|pgbouncer)-faults$/,
    'its proxy stands before the coordinator, and the service connects to the nodes past it (platform/db/citus/nodes-away)',
  ],
  [/^identity\/overrides\/at-once/, 'looks on the coordinator for who waits'],
];

const folder = 'apps/server/src';
const suffix = /(\.slow)?\.test\.ts$/;

/**
 * Paths from the root of the repository, none without Citus.
 * @throws if a usual file is not there: a renamed one would be left out without a word
 */
export function testsOnCitus(
  { TEST_CITUS: programs, CITUS_TESTS: which }: NodeJS.ProcessEnv = process.env,
): string[] {
  if (!programs) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => suffix.test(file))
    .map((file) => ({ file, name: file.replace(suffix, '') }));
  const names = new Set(files.map(({ name }) => name));
  const missing = Object.keys(usual).filter((name) => !names.has(name));
  if (missing.length > 0) {
    throw new Error(`testing/on-citus.ts names files that do not exist: ${missing.join(', ')}`);
  }
  const wanted = files.filter(({ file, name }) =>
    which === 'all' ? canRun(file, name) : name in usual,
  );
  return wanted.map(({ file }) => join(folder, file));
}

function canRun(file: string, name: string): boolean {
  return (
    !impossible.some(([form]) => form.test(name)) &&
    /\b(startHarness|sharedHarness|startInterleaving|migratedDatabase)\b/.test(
      readFileSync(join(folder, file), 'utf8'),
    )
  );
}
