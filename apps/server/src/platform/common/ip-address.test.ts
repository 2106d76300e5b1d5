import { isIP, SocketAddress } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf, parseIp } from './ip-address.ts';

const v4 = (bits: number) => ({ version: 4, bits });
const v6 = (...groups: number[]) => ({ version: 6, groups });

test.each([
  ['0.0.0.0', v4(0)],
  ['1.2.3.4', v4(0x01020304)],
  ['255.255.255.255', v4(0xffffffff)],
  ['::ffff:1.2.3.4', v4(0x01020304)],
  ['::FFFF:102:304', v4(0x01020304)],
  ['0:0:0:0:0:ffff:1.2.3.4', v4(0x01020304)],
  ['::ffff:1.2.3.4%eth0', v4(0x01020304)],
  ['::', v6(0, 0, 0, 0, 0, 0, 0, 0)],
  ['::1', v6(0, 0, 0, 0, 0, 0, 0, 1)],
  ['1::', v6(1, 0, 0, 0, 0, 0, 0, 0)],
  ['2001:db8::AbCd', v6(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0xabcd)],
  ['1:2:3:4:5:6:7:8', v6(1, 2, 3, 4, 5, 6, 7, 8)],
  ['1:2:3:4:5:6:7::', v6(1, 2, 3, 4, 5, 6, 7, 0)],
  ['::2:3:4:5:6:7:8', v6(0, 2, 3, 4, 5, 6, 7, 8)],
  ['64:ff9b::1.2.3.4', v6(0x64, 0xff9b, 0, 0, 0, 0, 0x102, 0x304)],
  ['1:2:3:4:5:6:1.2.3.4', v6(1, 2, 3, 4, 5, 6, 0x102, 0x304)],
  ['::1:ffff:1.2.3.4', v6(0, 0, 0, 0, 1, 0xffff, 0x102, 0x304)],
  ['fe80::1%eth0', v6(0xfe80, 0, 0, 0, 0, 0, 0, 1)],
])('%s is read', (text, address) => {
  expect(parseIp(text)).toEqual(address);
});

test.each([
  '',
  'x',
  'localhost',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '01.2.3.4',
  ' 1.2.3.4',
  '1.2.3.4:80',
  '1.2.3.4/24',
  '[::1]',
  '[::1]:80',
  '1::2::3',
  '12345::',
  ':::',
  '::ffff:1.2.3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '\u0000',
  '1'.repeat(100_000),
])('%j is no address and in no network', (text) => {
  expect(parseIp(text)).toBeUndefined();
  expect(networkOf(text, { v6Bits: 64 })).toBeUndefined();
});

test.each([
  ['192.0.2.77', {}, '192.0.2.77'],
  ['192.0.2.77', { v4Bits: 24 }, '192.0.2.0'],
  ['255.255.255.255', { v4Bits: 9 }, '255.128.0.0'],
  ['255.255.255.255', { v4Bits: 0 }, '0.0.0.0'],
  ['::ffff:192.0.2.77', { v6Bits: 48 }, '192.0.2.77'],
  ['2001:db8:1:2:3:4:5:6', { v6Bits: 128 }, '2001:db8:1:2:3:4:5:6'],
  ['2001:db8:1:2:3:4:5:6', { v6Bits: 64 }, '2001:db8:1:2::'],
  ['2001:db8:1:1234::', { v6Bits: 56 }, '2001:db8:1:1200::'],
  ['2001:db8:1:1234::', { v6Bits: 48 }, '2001:db8:1::'],
  ['2001:db8:1:1234::', { v6Bits: 33 }, '2001:db8::'],
  ['2001:db8:ffff::', { v6Bits: 33 }, '2001:db8:8000::'],
  ['2001:db8::', { v6Bits: 0 }, '::'],
  ['2001:0DB8::1', { v6Bits: 64 }, '2001:db8::'],
])('%s in a network of %j is %s', (text, bits, network) => {
  expect(networkOf(text, { v6Bits: 64, ...bits })).toBe(network);
});

test('any address is read as Node reads it, however it is spelled', () => {
  const whole = { v6Bits: 128 };
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const written = networkOf(text, whole) ?? '';
      const family = isIP(written) === 4 ? 'ipv4' : 'ipv6';
      // An IPv4 address inside an IPv6 one is written as such by Node.
      const other = new SocketAddress({
        address: text,
        family: isIP(text) === 4 ? 'ipv4' : 'ipv6',
      });
      const same = new SocketAddress({ address: written, family }).address;
      return other.address.replace(/^::ffff:(?=\d+\.)/, '') === same;
    }),
  );
});

test('a network is its own, and any text is taken', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.ipV4(), fc.ipV6()),
      fc.integer({ min: 0, max: 32 }),
      fc.integer({ min: 0, max: 128 }),
      (text, v4Bits, v6Bits) => {
        const network = networkOf(text, { v4Bits, v6Bits }) ?? '';
        return isIP(network) !== 0 && networkOf(network, { v4Bits, v6Bits }) === network;
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => (parseIp(text) !== undefined) === isIP(text) > 0));
});
