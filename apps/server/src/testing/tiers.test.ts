/* What `npm test` runs needs nothing but `npm ci`, leaves nothing out, and takes no test of the slow tier's kind but these. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './service-process.ts';

/** What it shows of processes and browsers: one start, one walk through the dashboard, one page with the script. */
const heavy = [
  'apps/server/src/cli/npm-start.test.ts',
  'apps/server/src/testing/dashboard-walk.test.ts',
  'packages/sdk/test/script.test.ts',
];

const leavesOut = /\b(describeWith|describeWhere|requireHere|skipIf|runIf)\b|\.(skip|todo)\(/;
const isHeavy =
  /\bfrom '.*\/(chromium|dashboard-stage|browser-stage|stage)\.ts'|\b(startFootfall|startSharedFootfall|footfallJson|startCommand)\b/;

const files = ['apps', 'packages', 'bench']
  .flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  .filter((name) => /(?<!\.slow)\.test\.ts$/.test(name) && !name.includes('node_modules'))
  .map((name) => ({ name, text: readFileSync(join(repository, name), 'utf8') }))
  .filter(({ name }) => !name.endsWith('/tiers.test.ts'));

const named = (matches: RegExp) =>
  files.flatMap(({ name, text }) => (matches.test(text) ? [name] : []));

test('no test is left out on any machine', () => {
  expect(named(leavesOut)).toEqual([]);
});

test('processes and browsers are for the slow tier, but for one of each kind', () => {
  expect(named(isHeavy).toSorted()).toEqual(heavy);
});
