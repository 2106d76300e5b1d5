import { copyFile, mkdir, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionKinds, unknownAddress } from './address-facts.ts';
import { type AddressLookup, openAddressTables } from './address-tables.ts';

const builtFile = fileURLToPath(
  new URL('../../../dist/address-tables/addresses.bin', import.meta.url),
);
let folder: string;
let tables: AddressLookup;
const errors: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-addresses-'));
  tables = openAddressTables({ onError: (error) => errors.push(error) });
  await tables.ready;
  if (!tables.isReady) {
    throw new Error('The tables are not built: run npm run build', { cause: errors[0] });
  }
});

afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a file and returns what was told of it. */
async function openFile(file: string) {
  const errors: unknown[] = [];
  const opened = openAddressTables({ file, onError: (error) => errors.push(error) });
  await opened.ready;
  return { opened, errors };
}

test.each([
  ['8.8.8.8', 'United States', 15169, 'hosting'],
  ['171.64.1.1', 'United States', 32, 'education'],
  ['192.35.17.1', 'Germany', 15465, 'business'],
  ['129.132.1.1', 'Switzerland', 559, 'access_provider'],
  ['185.220.101.1', 'Germany', 60729, 'hosting'],
  ['1.1.1.1', 'Australia', 13335, 'hosting'],
  ['18.9.22.169', 'United States', 3, 'education'],
  ['128.112.128.15', 'United States', 88, 'education'],
  ['17.253.144.10', 'United States', 714, 'business'],
  ['53.1.1.1', 'Germany', 31399, 'business'],
  ['19.1.1.1', 'United States', 521, 'business'],
  ['139.15.1.1', 'Germany', 9183, 'business'],
  ['155.56.1.1', 'Germany', 14114, 'business'],
  ['55.1.1.1', 'United States', 359, 'government'],
  ['56.0.0.1', 'United States', 5774, 'government'],
  ['73.1.1.1', 'United States', 7922, 'access_provider'],
  ['217.237.150.33', 'Germany', 3320, 'access_provider'],
  ['172.56.0.1', 'United States', 21928, 'mobile'],
  ['88.198.0.1', 'Germany', 24940, 'hosting'],
  ['51.15.0.1', 'Netherlands', 12876, 'hosting'],
  ['138.68.0.1', 'United States', 14061, 'hosting'],
  ['2606:4700:4700::1111', 'Canada', 13335, 'hosting'],
  ['2a01:4f8::1', 'Germany', 24940, 'hosting'],
  ['2001:620::1', 'Switzerland', 559, 'access_provider'],
  ['2003:c0::1', 'Germany', 3320, 'access_provider'],
  ['2601::1', 'United States', 7922, 'access_provider'],
  ['2a03:2880:f12f:83::1', 'Ireland', 32934, 'hosting'],
  ['2600:1f18::1', 'United States', 14618, 'hosting'],
  ['2001:630::1', 'United Kingdom', 786, 'access_provider'],
])('%s is in %s, of AS%i, %s', (ip, country, asn, connection) => {
  expect(tables.lookUp(ip)).toMatchObject({ country, asn, connection });
});

test('facts are whole: city, country, number, owner and kind', () => {
  expect(tables.lookUp('192.35.17.1')).toEqual({
    city: 'Munich',
    country: 'Germany',
    asn: 15465,
    networkOwner: 'SIEMENS AG',
    connection: 'business',
  });
});

test('the same address again, remembered or not, has the same facts', () => {
  const first = tables.lookUp('129.132.1.1');
  for (let count = 0; count < 10_000; count += 1)
    tables.lookUp(`20.${count >> 8}.${count & 255}.9`);
  expect(tables.lookUp('129.132.1.1')).toEqual(first);
  expect(tables.lookUp('129.132.1.1')).toBe(tables.lookUp('129.132.1.1'));
});

test('an IPv4 address inside an IPv6 address is looked up by itself', () => {
  const facts = tables.lookUp('192.35.17.1');
  for (const ip of ['::ffff:192.35.17.1', '64:ff9b::c023:1101', '2002:c023:1101::1']) {
    expect(tables.lookUp(ip)).toEqual(facts);
  }
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  'fc00::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001:db8::1',
  '4000::1',
])('%s, private or reserved, is unknown', (ip) => {
  expect(tables.lookUp(ip)).toEqual(unknownAddress);
});

test.each(['', 'x', '1.2.3', '999.1.1.1', '1.2.3.4, 5.6.7.8', '::g', 'localhost', '\u0000'])(
  '%j, no address at all, is unknown',
  (ip) => {
    expect(tables.lookUp(ip)).toEqual(unknownAddress);
  },
);

/** Addresses all over the internet, the same in every run. */
function spreadAddresses(count: number): string[] {
  let seed = 1;
  return Array.from({ length: count }, (_, at) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const [high, low] = [seed >>> 16, seed & 0xffff];
    if (at % 2 === 0) return `${high >> 8}.${high & 255}.${low >> 8}.${at & 255}`;
    return `2a0${at % 10}:${high.toString(16)}:${low.toString(16)}::1`;
  });
}

test('every address has facts of the right form, and no city has its district', () => {
  const facts = spreadAddresses(40_000).map((ip) => tables.lookUp(ip));
  expect(facts.filter(({ country }) => country !== '').length).toBeGreaterThan(15_000);
  const isKind = (kind: string) => kind === '' || connectionKinds.some((one) => one === kind);
  const wrong = facts.filter(
    ({ city, asn, networkOwner, connection }) =>
      /[()[\]]|^\s|\s$/.test(city) ||
      (asn === 0) !== (connection === '') ||
      (asn === 0) !== (networkOwner === '') ||
      !isKind(connection),
  );
  expect(wrong).toEqual([]);
});

test('the first and the last address of a range are in it, and their neighbours are not', () => {
  // AS32 announces 171.64.0.0/14.
  expect(tables.lookUp('171.64.0.0').asn).toBe(32);
  expect(tables.lookUp('171.67.255.255').asn).toBe(32);
  expect(tables.lookUp('171.63.255.255').asn).not.toBe(32);
  expect(tables.lookUp('171.68.0.0').asn).not.toBe(32);
});

test('before the tables are loaded addresses are unknown, and afterwards they are known', async () => {
  const fresh = openAddressTables();
  expect(fresh.isReady).toBe(false);
  expect(fresh.lookUp('8.8.8.8')).toEqual(unknownAddress);
  await fresh.ready;
  expect(fresh.isReady).toBe(true);
  expect(fresh.lookUp('8.8.8.8').asn).toBe(15169);
  await fresh.close();
  expect(fresh.isReady).toBe(false);
  expect(fresh.lookUp('8.8.8.8')).toEqual(unknownAddress);
});

test('tables that are closed while they load stay closed, also when closed twice', async () => {
  const fresh = openAddressTables();
  await Promise.all([fresh.close(), fresh.close()]);
  expect(fresh.isReady).toBe(false);
});

test('without the file the service runs and logs the error once', async () => {
  const { opened, errors } = await openFile(join(folder, 'missing.bin'));
  expect(opened.isReady).toBe(false);
  expect(opened.lookUp('8.8.8.8')).toEqual(unknownAddress);
  expect(errors).toHaveLength(1);
  await opened.close();
});

const damages: [string, (file: string) => Promise<void>][] = [
  ['empty', (file) => writeFile(file, '')],
  ['text', (file) => writeFile(file, 'not a table '.repeat(100))],
  ['a folder', (file) => rm(file).then(() => mkdir(file))],
  ['cut off in the header', (file) => truncate(file, 100)],
  ['cut off in the ranges', (file) => truncate(file, 20_000_000)],
  ['of another header', (file) => overwrite(file, 16, 'xx')],
  ['changed in its names', (file) => overwrite(file, 2_000_000, '????')],
];

async function overwrite(path: string, position: number, text: string) {
  const file = await open(path, 'r+');
  await file.write(text, position);
  await file.close();
}

test.each(damages)(
  'a file that is %s is logged and does not stop the service',
  async (name, damage) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.bin`);
    await copyFile(builtFile, file);
    await damage(file);
    const { opened, errors } = await openFile(file);
    expect(opened.isReady).toBe(false);
    expect(opened.lookUp('8.8.8.8')).toEqual(unknownAddress);
    expect(errors).toHaveLength(1);
    expect(String(errors[0])).not.toContain('undefined');
    await opened.close();
  },
);

test('a file truncated while open is logged once', async () => {
  const file = join(folder, 'open.bin');
  await copyFile(builtFile, file);
  const { opened, errors } = await openFile(file);
  expect(opened.lookUp('8.8.8.8').asn).toBe(15169);
  await truncate(file, 1000);
  for (const ip of ['9.9.9.9', '1.1.1.1', '192.35.17.1']) {
    expect(opened.lookUp(ip)).toEqual(unknownAddress);
  }
  expect(errors).toHaveLength(1);
  await opened.close();
});
