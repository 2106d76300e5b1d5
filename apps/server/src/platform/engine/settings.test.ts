import { expect, test } from 'vitest';
import { journalMegabytes, settingsFile } from './settings.ts';

test('the journal takes a twentieth of the disk, within what is useful', () => {
  expect([5_000, 20_000, 30_000, 250_000].map(journalMegabytes)).toEqual([
    512, 1_000, 1_500, 2_048,
  ]);
});

test('explicit settings override the defaults', () => {
  const lines = settingsFile(20_000, { max_wal_size: '64MB', fsync: 'off' }).split('\n');
  expect(lines).toContain('max_wal_size = 64MB');
  expect(lines).toContain('fsync = off');
  expect(lines).not.toContain('max_wal_size = 1000MB');
});
