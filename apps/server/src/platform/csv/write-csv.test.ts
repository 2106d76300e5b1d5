import { expect, test } from 'vitest';
import { csvLine } from './write-csv.ts';

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['say "so"', '"say ""so"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  [-5.25, '-5.25'],
  [true, 'true'],
  [{ a: 'b' }, '"{""a"":""b""}"'],
  ['Zoë 東京', 'Zoë 東京'],
  ["'tis", `"'tis"`],
])('%j is written %s', (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`);
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '＝1+1',
  '＠x',
  '\u00a0+1',
])('%j is no formula to a spreadsheet', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/);
  // Neither behind the separator of other countries.
  expect(csvLine([`a;${text}`])).toMatch(/^"/);
});

test('values are on one line, separated by commas', () => {
  expect(csvLine([1, 'a', null, 'b'])).toBe('1,a,,b\r\n');
});
