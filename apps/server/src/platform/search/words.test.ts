import { expect, test } from 'vitest';
import {
  idBeginning,
  idRangeOf,
  isLongEnoughInside,
  matchOf,
  readQuery,
  type SearchedField,
  tokenLimits,
  tokensOf,
} from './words.ts';

const ann: SearchedField[] = [
  { field: 'name', value: 'Änn  O’Miller' },
  { field: 'email', value: 'ann.miller+news@acme.example' },
  { field: 'user_id', value: 'U-4711' },
];
const rankOf = (fields: SearchedField[], text: string) => matchOf(fields, readQuery(text))?.rank;

test('tokens begin with each word of a field, and inside of each word', () => {
  const tokens = tokensOf([{ field: 'name', value: 'Änn Müller' }]);
  expect(tokens).toEqual(['ann muller', 'muller', '*uller', '*ller', '*ler']);
  expect(tokensOf([{ field: 'code', value: 'K7QX-2MPA' }])).toEqual(['k7qx 2mpa', '2mpa']);
  expect(tokensOf([{ field: 'name', value: '東京都' }])).toEqual(['東京都', '*京都', '*都']);
});

test.each([
  ['änn o’miller', 1],
  ['ANN', 2],
  ['ann o m', 2],
  ['ann.miller+news@ac', 2],
  ['acme', 2],
  ['miller ann', 2],
  ['4711', 2],
  ['iller', 3],
  ['cme', 3],
  ['711', undefined],
  ['il', undefined],
  ['ann bob', undefined],
  ['%', undefined],
  ['...', undefined],
])('%j matches by rank %j', (text, rank) => {
  expect(rankOf(ann, text)).toBe(rank);
});

test('text and query are normalized the same way', () => {
  for (const [written, typed] of [
    ['Straße', 'STRASSE'],
    ['İstanbul', 'istanbul'],
    ['Łódź', 'lodz'],
    ['ﬁrma', 'FIRMA'],
    ['e\u0301cole', 'école'],
  ] as const) {
    expect(rankOf([{ field: 'name', value: written }], typed), written).toBe(1);
  }
});

test('every match at or inside a word has a token', () => {
  const letters = ['a', 'b', 'ß', 'Ö', '京', ' ', '-', '.', '😀', '\u0301', '*', '%'];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const text = (most: number) =>
    Array.from({ length: 1 + next(most) }, () => letters[next(letters.length)]).join('');
  for (let round = 0; round < 2_000; round++) {
    const fields: SearchedField[] = [{ field: 'name', value: text(12) }];
    const query = readQuery(text(4));
    const match = matchOf(fields, query);
    const tokens = tokensOf(fields);
    const begins = tokens.some((token) => token.startsWith(query.phrase));
    const isInside = tokens.some((token) => token.startsWith(`*${query.phrase}`));
    const [field] = fields;
    const label = `${field?.value} | ${query.phrase}`;
    if (query.words.length !== 1) continue;
    expect(match !== undefined && match.rank < 3, label).toBe(begins);
    if (match?.rank === 3) expect(isInside && isLongEnoughInside(query.phrase), label).toBe(true);
  }
});

test('a record has a bounded number of tokens of bounded length, whatever is written', () => {
  for (const value of [
    'a '.repeat(5_000),
    'x'.repeat(50_000),
    '\ufdfa'.repeat(5_000),
    'ab'.repeat(99),
  ]) {
    const fields = Array.from({ length: 10 }, (_, place): SearchedField => {
      return { field: 'email', value: `${place}${value}` };
    });
    const tokens = tokensOf(fields);
    expect(tokens.length).toBeLessThanOrEqual(tokenLimits.beginnings + tokenLimits.insides);
    expect(Math.max(...tokens.map((token) => Buffer.byteLength(token)))).toBeLessThan(300);
  }
});

test('the beginning of an id is at least six of its digits', () => {
  expect(idBeginning('01A1f8')).toBe('01a1f8');
  expect(idBeginning('01a1f844-11')).toBe('01a1f84411');
  expect([idBeginning('01a1f'), idBeginning('miller'), idBeginning('a'.repeat(33))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(idRangeOf('01a1f84411')).toEqual({
    low: '01a1f844-1100-0000-0000-000000000000',
    high: '01a1f844-11ff-ffff-ffff-ffffffffffff',
  });
});
