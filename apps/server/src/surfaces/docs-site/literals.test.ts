import { expect, test } from 'vitest';
import { literal, python, typescript } from './literals.ts';

test.for([
  ['text', `'text'`, '"text"'],
  [`it's "so"\n`, String.raw`'it\'s "so"\n'`, String.raw`"it's \"so\"\n"`],
  [null, 'null', 'None'],
  [true, 'true', 'True'],
  [2.5, '2.5', '2.5'],
  [[], '[]', '[]'],
  [['a', false], `['a', false]`, '["a", False]'],
  [{}, '{}', '{}'],
  [{ plan: 'team', 'a-b': null }, `{ plan: 'team', 'a-b': null }`, '{"plan": "team", "a-b": None}'],
] as [unknown, string, string][])('%j', ([value, inTypeScript, inPython]) => {
  expect(literal(value, typescript)).toBe(inTypeScript);
  expect(literal(value, python)).toBe(inPython);
});

test('a long value has a line for each part', () => {
  const value = {
    name: 'Asked for a demo',
    filter: { all: ['country = Germany', 'channel = paid'] },
  };
  expect(literal(value, python)).toBe(`{
    "name": "Asked for a demo",
    "filter": {"all": ["country = Germany", "channel = paid"]},
}`);
});
