import { expect, test } from 'vitest';
import { maskContacts } from './mask-contacts.ts';

test.each([
  ['Call +49 170 1234567 now', 'Call [phone] now'],
  ['0170/1234567', '[phone]'],
  ['(089) 12 34 56 7', '[phone]'],
  ['555-123-4567 x', '[phone] x'],
  ['/call/%2B491701234567', '/call/[phone]'],
  ['from ada@example.com', 'from [email]'],
  ['/u/ada%40example.com/edit', '/u/[email]/edit'],
  ['at 203.0.113.7, or 2001:db8::1', 'at [ip], or [ip]'],
])('%j becomes %j', (text, masked) => {
  expect(maskContacts(text)).toBe(masked);
  expect(maskContacts(masked)).toBe(masked);
});

test.each([
  '',
  '/blog/2026/05/04/launch',
  'https://shop.example:8080/pricing',
  'Report 2026-05-04, 12:30:45',
  'version 1.2.3, 10.000.000 €',
  'K7QX-2MPA',
  'AS64500 Example Telecom',
  '01a1f843-753c-76b8-835a-667c2bb1be56',
  '/orders/1234567',
])('%j stays', (text) => {
  expect(maskContacts(text)).toBe(text);
});

test('the time is in proportion to the length', () => {
  for (const part of ['1', '1 ', '(0', '+', '1.', 'a:', ':', '1.1.1.1', '@', 'a@a.']) {
    // Anything that is quadratic in this takes minutes.
    expect(maskContacts(part.repeat(200_000 / part.length)).length).toBeGreaterThan(0);
  }
});
