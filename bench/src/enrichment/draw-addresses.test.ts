import { isIPv4, isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import { drawAddresses, randomIpv4, randomIpv6 } from './draw-addresses.ts';

const known = { city: '', country: 'Norway', asn: 1, networkOwner: 'A', connection: 'business' };
const unknown = { city: '', country: '', asn: 0, networkOwner: '', connection: '' };

test('random addresses are well-formed and public by their first part', () => {
  for (let i = 0; i < 1_000; i++) {
    const ipv4 = randomIpv4();
    const ipv6 = randomIpv6();
    expect(isIPv4(ipv4) && isIPv6(ipv6)).toBe(true);
    expect(Number(ipv4.split('.')[0])).toBeLessThan(224);
    expect(ipv6).toMatch(/^(?:2001|2[468ac]0[\da-f]):/);
  }
});

test('drawn addresses are different, known to the tables, and as wanted', () => {
  const asked = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
  const facts = (ip: string) => {
    if (ip === '192.0.2.2') return unknown;
    return ip === '192.0.2.3' ? { ...known, connection: 'mobile' } : known;
  };
  const draw = () => asked.shift() ?? '192.0.2.5';
  const drawn = drawAddresses(facts, 3, draw, ({ connection }) => connection === 'business');
  expect(drawn).toEqual(['192.0.2.1', '192.0.2.4', '192.0.2.5']);
});

test('tables that know too little end the drawing with an error', () => {
  expect(() => drawAddresses(() => unknown, 2, randomIpv4)).toThrow(
    'only 0 of 2 addresses are in the tables',
  );
});
