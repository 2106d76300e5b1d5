/* Only the installation's keys can read the key of erased names, and it survives their rotation. */
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { erasedHash, erasureKey, sealErasureKey } from './erased-names.ts';

const h = await startHarness();
const [first, second] = ['a'.repeat(40), 'b'.repeat(40)] as const;
const stored = async () => {
  const [row] = await h.db.system(
    (tx) => tx<{ secret: string }[]>`select secret from erasure_secrets`,
  );
  return row?.secret ?? '';
};

test('another key of the installation leaves hashes as they are, and opens nothing before', async () => {
  const key = await erasureKey(h.db, [first])();
  expect(key).toHaveLength(32);
  const sealed = await stored();
  expect(sealed).not.toContain(key.toString('base64url'));
  await expect(erasureKey(h.db, [second])()).rejects.toThrow('SECRET_KEY');
  await h.db.system((tx) => sealErasureKey(tx, [second]));
  expect(await stored()).toBe(sealed);
  await h.db.system((tx) => sealErasureKey(tx, [second, first]));
  expect(await stored()).not.toBe(sealed);
  expect(await erasureKey(h.db, [second])()).toEqual(key);
  await expect(erasureKey(h.db, [first])()).rejects.toThrow('SECRET_KEY');
});

test('a name has another hash in each workspace, environment and kind, in any letter case of an address', () => {
  const key = Buffer.alloc(32, 7);
  const hash = (...of: [string, boolean, 'email' | 'user_id', string]) =>
    erasedHash(key, ...of).toString('hex');
  const all = [
    hash('one', false, 'email', 'ada@firm.example'),
    hash('two', false, 'email', 'ada@firm.example'),
    hash('one', true, 'email', 'ada@firm.example'),
    hash('one', false, 'user_id', 'ada@firm.example'),
    hash('one', false, 'user_id', 'Ada@firm.example'),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(hash('one', false, 'email', 'ADA@Firm.Example')).toBe(all[0]);
});
