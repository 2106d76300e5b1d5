import { expect, test } from 'vitest';
import { growthOf, proportional } from '../../testing/processor-time.ts';
import { isProviderTypo, isSlip } from './address-typos.ts';

test.each([
  ['jane.doe@gmial.com', 'jane.doe@gmail.com'],
  ['ada@siemnes.com', 'ada@siemens.com'],
  ['ada@siemens.co', 'ada@siemens.com'],
  ['ada@siemens.cmo', 'ada@siemens.com'],
  ['jon@example.com', 'john@example.com'],
  ['ada.lovlace@exmple.com', 'ada.lovelace@example.com'],
  ['adalovelace@example.com', 'ada.lovelace@example.com'],
  ['ada_lovelace@example.com', 'ada.lovelace@example.com'],
  ['lovelcae@example.com', 'lovelace@example.com'],
])('%s is a slip for %s', (wrong, right) => {
  expect(isSlip(wrong, right)).toBe(true);
  expect(isSlip(right, wrong)).toBe(true);
});

test.each([
  ['jo@x.de', 'ja@x.de'],
  ['a.meier@x.de', 'b.meier@x.de'],
  ['info1@example.com', 'info2@example.com'],
  ['a@x.example', 'b@x.example'],
  ['ada@a.example', 'ada@b.example'],
  ['ada@example.com', 'bob@example.com'],
  ['ada@example.com', 'ada@example.com'],
  ['ada@example.com', 'adalove@example.com'],
  ['anna.berg@example.com', 'hans.berg@example.com'],
  ['ada@x.de', 'ada@x.com'],
])('%s and %s are two people', (one, other) => {
  expect(isSlip(one, other)).toBe(false);
  expect(isSlip(other, one)).toBe(false);
});

test.each([
  ['bo@gmial.con', 'bo@gmail.com'],
  ['bo@yahooo.com', 'bo@yahoo.com'],
])('%s is mistyped for the provider of %s', (wrong, right) => {
  expect(isProviderTypo(wrong, right)).toBe(true);
  expect(isProviderTypo(right, wrong)).toBe(false);
  expect(isProviderTypo(wrong, `x${right}`)).toBe(false);
});

test('two long addresses are compared in a time that follows their length', async () => {
  const compare = (length: number) => {
    const [one, other] = ['ab', 'ba'].map((part) => `${part.repeat(length / 2)}@x.example`);
    for (let round = 0; round < 100; round++) isSlip(one ?? '', other ?? '');
  };
  // Up to the longest.
  expect(await growthOf(compare, 38)).toBeLessThan(proportional);
});
