import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anonymiseIp } from './anonymise-ip.ts';

test.for([
  ['192.0.2.77', '192.0.2.0'],
  ['255.255.255.255', '255.255.255.0'],
  ['10.0.0.0', '10.0.0.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:0DB8:0001:ffff::1', '2001:db8:1::'],
  ['2001:db8::1', '2001:db8::'],
  ['2001:db8:0:1::1', '2001:db8::'],
  ['2001:0:1::5', '2001:0:1::'],
  ['0:0:5:1::', '0:0:5::'],
  ['::1', '::'],
  ['::', '::'],
  ['1::', '1::'],
  ['fe80::1%eth0', 'fe80::'],
  // An IPv4 address in an IPv6 one, in both notations.
  ['::ffff:192.0.2.77', '192.0.2.0'],
  ['::FFFF:c000:024d', '192.0.2.0'],
  ['0:0:0:0:0:ffff:192.0.2.77', '192.0.2.0'],
  ['64:ff9b::192.0.2.77', '64:ff9b::'],
  ['2001:db8:1::192.0.2.77', '2001:db8:1::'],
  ['2002:c000:024d::1', '2002:c000:200::'],
  ['2002:c000:004d::1', '2002:c000::'],
  // No addresses.
  ['', ''],
  ['unknown', ''],
  ['192.0.2', ''],
  ['192.0.2.77:443', ''],
  ['[2001:db8::1]', ''],
  ['1:2:3:4:5:6:7:8:9', ''],
  ['9'.repeat(100_000), ''],
])('%s is truncated to %s', ([ip = '', network]) => {
  expect(anonymiseIp(ip, 'truncate')).toBe(network);
});

test('none keeps the text as it is, drop keeps nothing', () => {
  for (const ip of ['192.0.2.77', '2001:DB8::1', '::ffff:192.0.2.77', 'unknown', '']) {
    expect(anonymiseIp(ip, 'none')).toBe(ip);
    expect(anonymiseIp(ip, 'drop')).toBe('');
  }
});

test('any address becomes an address that truncating leaves as it is; any text is taken', () => {
  const truncate = (ip: string) => anonymiseIp(ip, 'truncate');
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
      const network = truncate(ip);
      return isIP(network) !== 0 && truncate(network) === network;
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => isIP(text) !== 0 || truncate(text) === ''));
});
