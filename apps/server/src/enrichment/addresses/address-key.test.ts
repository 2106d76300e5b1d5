import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

const ipv4 = (key: number) => ({ family: 4, key });

test.each([
  ['0.0.0.0', ipv4(0)],
  ['1.2.3.4', ipv4(0x01020304)],
  ['255.255.255.255', ipv4(0xffffffff)],
  ['::ffff:1.2.3.4', ipv4(0x01020304)],
  ['::FFFF:102:304', ipv4(0x01020304)],
  ['0:0:0:0:0:ffff:1.2.3.4', ipv4(0x01020304)],
  ['64:ff9b::1.2.3.4', ipv4(0x01020304)],
  ['64:ff9b::102:304', ipv4(0x01020304)],
  ['2002:102:304::1', ipv4(0x01020304)],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', ipv4(0xc000022d)],
  ['::', { family: 6, key: 0 }],
  ['::1', { family: 6, key: 0 }],
  ['2001:db8::1', { family: 6, key: 0x20010db80000 }],
  ['2001:db8:ff:1:2:3:4:5', { family: 6, key: 0x20010db800ff }],
  ['1:2:3:4:5:6:7::', { family: 6, key: 0x000100020003 }],
  ['fe80::1%eth0', { family: 6, key: 0xfe8000000000 }],
  ['64:ff9b:1::1', { family: 6, key: 0x0064ff9b0001 }],
])('the key of %s', (address, key) => {
  expect(addressKey(address)).toEqual(key);
});

test.each([
  '',
  'x',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '01.2.3.4',
  ' 1.2.3.4',
  '1.2.3.4:80',
  '1.2.3.4/24',
  '[::1]',
  '1::2::3',
  '12345::',
  ':::',
  '::ffff:1.2.3',
  '1:2:3:4:5:6:7',
  '\u0000',
  '1'.repeat(100_000),
])('%j is no address', (text) => {
  expect(addressKey(text)).toBeUndefined();
});
