import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testsOnCitus } from './on-citus.ts';

const programs = { TEST_CITUS: '/usr/lib/postgresql/15/bin' };

test('the files listed for a cluster exist, and are among all that can run there', () => {
  const usual = testsOnCitus(programs);
  expect(usual.length).toBeGreaterThan(10);
  expect(usual.filter((path) => !existsSync(path))).toEqual([]);
  const all = testsOnCitus({ ...programs, CITUS_TESTS: 'all' });
  expect(usual.filter((path) => !all.includes(path))).toEqual([]);
  expect(all.filter((path) => path.includes('/db/citus/'))).toEqual([]);
});

test('without Citus no file runs on a cluster, also with CI=true', () => {
  expect(testsOnCitus({ CI: 'true' })).toEqual([]);
});
