import { expect, test } from 'vitest';
import { nothing } from './quotas.ts';
import { UsageAccount } from './usage-account.ts';

test('a repeated value of the database is counted once', () => {
  const account = new UsageAccount('workspace', '2026-10-01');
  account.quotas = { rows: 1_000, bytes: 1_000, people: 1_000, leads: 1_000 };
  const stored = { ...nothing(), people: 400 };
  const row = { workspaceId: 'workspace', day: '2026-10-01', keyId: 'key', isSigned: false };
  for (let time = 0; time < 5; time++) account.learn([{ ...row, ...stored }]);
  expect(account.shareOf('people')).toBe(0.8);
  expect(account.reserve('key', false, { ...nothing(), people: 100 })).toBeUndefined();
  expect(account.reserve('key', true, { ...nothing(), people: 500 })).toBeUndefined();
  expect(account.reserve('key', true, { ...nothing(), people: 1 })).toMatchObject({
    of: 'workspace',
  });
});
