import { expect, test } from 'vitest';
import { decimalSignIn, parseAmount, parseCurrency, parseDay } from './spend-values.ts';

test.each([
  ['2026-05-31', undefined, '2026-05-31'],
  ['2026/5/1', undefined, '2026-05-01'],
  ['20260531', undefined, '2026-05-31'],
  ['31.5.2026', undefined, '2026-05-31'],
  ['2026-05-31 00:00:00', undefined, '2026-05-31'],
  ['2026-05-31T00:00:00.000Z', undefined, '2026-05-31'],
  ['5/31/2026', 'mdy', '2026-05-31'],
  ['31/05/2026', 'dmy', '2026-05-31'],
  ['2028-02-29', undefined, '2028-02-29'],
] as const)('the day %s (%s) is %s', (text, order, day) => {
  expect(parseDay(text, order)).toBe(day);
});

test.each([
  ['5/4/2026', undefined, '--date-format'],
  ['31/05/2026', 'mdy', 'does not exist'],
  ['2026-02-29', undefined, 'does not exist'],
  ['2026-05-31T10:00:00Z', undefined, 'is not a day'],
  ['0026-05-31', undefined, 'not between 1990 and 2100'],
  ['yesterday', undefined, 'is not a day'],
  ['', undefined, 'is not a day'],
] as const)('the day "%s" (%s) is refused: %s', (text, order, message) => {
  expect(() => parseDay(text, order)).toThrow(message);
});

test.each([
  ['12', undefined, '12'],
  ['0', undefined, '0'],
  ['12.5', 'point', '12.5'],
  ['1,234.50', 'point', '1234.50'],
  ['1,234', 'point', '1234'],
  ['1.234', 'point', '1.234'],
  ['1.234', 'comma', '1234'],
  ['1.234.567,89', 'comma', '1234567.89'],
  ['12,5', 'comma', '12.5'],
  ["1'234.50", 'point', '1234.50'],
  ['1 234,50', 'comma', '1234.50'],
  ['1\u202f234,50 €', 'comma', '1234.50'],
  ['$1,234.50', 'point', '1234.50'],
  ['EUR 12.50', 'point', '12.50'],
  ['0.123456', 'point', '0.123456'],
  ['12.50', undefined, '12.50'],
] as const)('the amount %s (%s) is %s', (text, sign, amount) => {
  expect(parseAmount(text, sign)).toBe(amount);
});

test.each([
  ['1.234', undefined, 'is ambiguous'],
  ['1,234', undefined, 'is ambiguous'],
  ['12,5', 'point', 'is not a number'],
  ['1,23,456', 'point', 'is not a number'],
  ['1.2.3', 'point', 'is not a number'],
  ['-5', 'point', 'is negative'],
  ['(5.00)', 'point', 'is negative'],
  ['1e3', 'point', 'is not a number'],
  ['NaN', 'point', 'is not a number'],
  ['', 'point', 'is not a number'],
  ['.', 'point', 'is not a number'],
  ['1000000000000', 'point', 'too large'],
  ['0.0000000000001', 'point', 'too large'],
] as const)('the amount "%s" (%s) is refused: %s', (text, sign, message) => {
  expect(() => parseAmount(text, sign)).toThrow(message);
});

test.each([
  ['12', undefined],
  ['1,234', undefined],
  ['1.234', undefined],
  ['12.5', 'point'],
  ['1,234.5', 'point'],
  ['1,234,567', 'point'],
  ['0.123', 'point'],
  ['12,5', 'comma'],
  ['€ 1.234,50', 'comma'],
  ['1.234.567', 'comma'],
  ['abc', undefined],
])('the amount %s shows a decimal %s', (text, sign) => {
  expect(decimalSignIn(text)).toBe(sign);
});

test('only existing currencies are accepted, in any case', () => {
  expect(parseCurrency('eur')).toBe('EUR');
  for (const text of ['EUX', 'Euro', '', '€'])
    expect(() => parseCurrency(text)).toThrow('currency');
});
