import { expect, test } from 'vitest';
import { parseCells } from './cell-urls.ts';

test('CELLS names databases, and passwords may hold commas and equals signs', () => {
  expect(parseCells('')).toEqual([]);
  expect(
    parseCells('eu=postgres://a:b@h1/x, us-2=postgresql://a:p,q=r@h2/x?sslmode=require ,'),
  ).toEqual([
    { name: 'eu', url: 'postgres://a:b@h1/x' },
    { name: 'us-2', url: 'postgresql://a:p,q=r@h2/x?sslmode=require' },
  ]);
});

test.each([
  ['postgres://a:secret@h/x', 'is not called by a lower-case letter'],
  ['EU=postgres://a:secret@h/x', 'is not called by a lower-case letter'],
  ['home=postgres://a:secret@h/x', 'is called home'],
  ['eu=mysql://a:secret@h/x', 'The cell eu of CELLS has no URL'],
  ['eu=postgres://', 'The cell eu of CELLS has no URL'],
  ['eu=postgres://a:secret@h:port/x', 'The cell eu of CELLS has no URL'],
  ['eu=postgres://a:secret@h/x,eu=postgres://a:secret@h/y', 'CELLS names eu twice'],
])('%s is refused with what to do, and without the password', (text, reason) => {
  const refusal = () => parseCells(text);
  expect(refusal).toThrow(reason);
  expect(refusal).not.toThrow(/secret/);
});
