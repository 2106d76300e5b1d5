import { expect, test } from 'vitest';
import { growthOf, proportional } from '../testing/processor-time.ts';
import { maskValues } from './mask-values.ts';

test('an id is no card, whatever its digits add up to; a card beside one is', () => {
  const ids = Array.from(
    { length: 1000 },
    (_, n) => `0f8fad5b-d9cb-469f-a411-${111_111_111_111 + n}`,
  );
  for (const id of ids) {
    expect(maskValues(`https://shop.example/orders/${id}/items`)).toBe(
      `https://shop.example/orders/${id}/items`,
    );
    expect(maskValues(id)).toBe(id);
  }
  expect(maskValues(`/${ids[0]}/4111111111111111`)).toBe(`/${ids[0]}/[card]`);
  expect(maskValues('x-4111-1111-1111-1111-y')).toBe('x-[card]-y');
});

test.each([
  ['Welcome, ada.lovelace+news@mail.example.com!', 'Welcome, [email]!'],
  ['ada@bücher.example, o’neil@x.example', '[email], [email]'],
  ['a%40b.example and c%2540d.example', '[email] and [email]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_123', '[token]'],
  ['key sk_live_51HxABCDabcd1234 here', 'key [token] here'],
  ['svc_sk_abcdefghij0123456789', '[token]'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '[token]'],
  ['d41d8cd98f00b204e9800998ecf8427e', '[token]'],
  ['/share/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms', '/share/[token]'],
  ['aB3_dE-f9Gh2Ij_K4lMn5', '[token]'],
  ['card 4111 1111 1111 1111 paid', 'card [card] paid'],
  ['5500-0000-0000-0004', '[card]'],
  ['378282246310005', '[card]'],
  ['4111%201111%201111%201111', '[card]'],
])('%j becomes %j', (text, masked) => {
  expect(maskValues(text)).toBe(masked);
});

test.each([
  '',
  'Pricing – Example & Co.',
  'how-to-write-a-very-long-slug-about-lead-scoring-in-2024-and-2025',
  'My-Product-Title-2024-Long-Name-With-Capitals',
  'internationalisierungsmassnahme',
  'iPhone15ProMaxTitanium',
  '550e8400-e29b-41d4-a716-446655440000',
  '@ada on @example',
  'name@1.2.3',
  '4111 1111 1111 1112',
  '1763766000000',
  '2026-05-04T09:30:00Z',
  '+49 89 1234567890',
  'sk_products_catalogue',
  '100 % of 40 %40',
])('%j stays', (text) => {
  expect(maskValues(text)).toBe(text);
});

/** Of more than a visitor sends as a rule. */
test.each([
  '@',
  'a@',
  '%40',
  '%25',
  'a.',
  '1 ',
  '4',
  'eyJ',
  'aA1',
  '_',
  '-eyJ',
  'a@b.',
  '%2525',
  'ab.cd@',
])('masking text of only %j takes linear time', async (part) => {
  const mask = (length: number) => maskValues(part.repeat(length / part.length));
  expect(await growthOf(mask, 4_000)).toBeLessThan(proportional);
});
