import { describe, expect, test } from 'vitest';
import { FilterFault, type FilterTree } from './filter.ts';
import { checkFilter, checkFilterTree } from './filter-check.ts';
import type { RecordKind } from './filter-fields.ts';
import { filterText, readFilterText } from './filter-text.ts';

const now = Date.parse('2026-05-10T12:00:00Z');

describe('text', () => {
  const readings: [string, FilterTree][] = [
    ['source = website', { field: 'source', op: '=', value: 'website' }],
    ['source="a \\"b\\" c"', { field: 'source', op: '=', value: 'a "b" c' }],
    ["name:'O\\'Hara'", { field: 'name', op: ':', value: "O'Hara" }],
    [
      'a = 1 AND b = 2 or not (c >= now-7d)',
      {
        or: [
          {
            and: [
              { field: 'a', op: '=', value: '1' },
              { field: 'b', op: '=', value: '2' },
            ],
          },
          { not: { field: 'c', op: '>=', value: 'now-7d' } },
        ],
      },
    ],
    ['-summary.x:*', { not: { field: 'summary.x', op: ':', value: '*' } }],
    ['company_id = null', { field: 'company_id', op: '=', value: null }],
    ['source in (a, "b c")', { field: 'source', op: 'in', value: ['a', 'b c'] }],
    [
      'did("page_view", path = "/pricing*", at least 2, within 30d)',
      {
        did: 'page_view',
        where: { field: 'path', op: '=', value: '/pricing*' },
        at_least: 2,
        within: '30d',
      },
    ],
    [
      'created_at>2026-05-04T09:30:00+02:00',
      { field: 'created_at', op: '>', value: '2026-05-04T09:30:00+02:00' },
    ],
    ['android = 1', { field: 'android', op: '=', value: '1' }],
  ];
  test.each(readings)('%s', (text, tree) => {
    expect(readFilterText(text).tree).toEqual(tree);
    const again = readFilterText(filterText(tree)).tree;
    expect(again).toEqual(tree);
  });

  const faults: [string, number, RegExp][] = [
    ['', 1, /condition/],
    ['source', 7, /IN after source/],
    ['source = ', 10, /a value/],
    ['source = a b', 12, /AND, OR/],
    ['(source = a', 12, /expected \)/],
    ['source = "a', 10, /quote is missing/],
    ['source = a AND', 15, /a field/],
    ['did("x", at most 2)', 13, /LEAST/],
    ['did("x", at least many)', 19, /a number/],
  ];
  test.each(faults)('%j is refused at column %i', (text, column, message) => {
    const fault = faultOf(() => readFilterText(text));
    expect(fault.place).toBe(column);
    expect(fault.message).toMatch(message);
  });

  test('a deep one is refused, and a long one does not take long', () => {
    expect(faultOf(() => readFilterText('('.repeat(2000))).message).toMatch(/nested/);
    expect(faultOf(() => checkFilter(`source = ${'a'.repeat(5000)}`, 'lead')).message).toMatch(
      /longer/,
    );
    expect(faultOf(() => checkFilter('NOT '.repeat(990), 'lead')).message).toMatch(/a field/);
  });
});

describe('what is checked', () => {
  const faults: [RecordKind, string, number | string, RegExp][] = [
    ['lead', 'source = a AND colour = red', 16, /colour is not a field of a lead. Allowed: id,/],
    ['lead', 'company.size = 3', 1, /size is not a field of a company/],
    ['lead', 'created_at > soon', 1, /"soon" is not a time/],
    ['lead', 'created_at:2026', 1, /supports only = </],
    ['visitor', 'page_view_count > many', 1, /not a number/],
    ['identity', 'is_favorite = maybe', 1, /true or false/],
    ['lead', 'visitor_id = 12', 1, /not a UUID/],
    ['lead', 'properties = x', 1, /needs a key/],
    ['lead', 'code.x = x', 1, /no subfields/],
    ['lead', 'company = x', 1, /needs a field/],
    ['conversion', 'did("x")', 1, /works only for/],
    ['visitor', 'did("x", colour = red)', 10, /not a field of an event/],
    ['visitor', 'did("x", within 9999d)', 1, /at most 366d/],
    ['visitor', 'did("x", at least 0)', 1, /from 1/],
    ['lead', '{"and":[{"field":"source","op":"~","value":1}]}', 'and[0].op', /one of/],
    ['lead', '{"field":"source","op":"=","value":{}}', 'value', /must be text/],
    ['lead', '{"field":"source","op":"=","value":"a","x":1}', 1, /"x" is unknown/],
    ['lead', '{"and":[]}', 'and', /at least one entry/],
    ['lead', '{', 1, /not valid JSON/],
    ['lead', 'toString = 1', 1, /not a field/],
  ];
  test.each(faults)('%s: %s', (about, text, place, message) => {
    const fault = faultOf(() => checkFilter(text, about, now));
    expect(fault.message).toMatch(message);
    expect(fault.place).toBe(place);
  });

  test('text and JSON mean the same', () => {
    const text = 'company.name:acme AND did(page_view, path = /pricing*, at least 2, within 30d)';
    const { tree } = readFilterText(text);
    expect(checkFilter(JSON.stringify(tree), 'visitor', now)).toEqual(
      checkFilter(text, 'visitor', now),
    );
  });

  test('values have the type of their field', () => {
    expect(checkFilter('created_at >= now-7d', 'lead', now)).toMatchObject({
      value: '2026-05-03T12:00:00.000Z',
    });
    expect(checkFilter('code = 007', 'lead', now)).toMatchObject({ value: '007' });
    expect(checkFilter('properties.seats > 10', 'lead', now)).toMatchObject({
      value: 10,
      path: { field: 'properties', keys: ['seats'] },
    });
    expect(checkFilter('person.email = A@x.example', 'lead', now)).toMatchObject({
      path: { relations: ['identity'], field: 'email', kind: 'email' },
    });
    expect(checkFilter('conversion:*', 'visitor', now)).toMatchObject({ is: 'there' });
  });

  test('there are bounds', () => {
    const many = Array.from({ length: 41 }, () => ({ field: 'source', op: '=', value: 'a' }));
    expect(faultOf(() => checkFilterTree({ or: many }, 'lead')).message).toMatch(/more than 40/);
    const nested = many.map((each) => ({ and: [each, each] }));
    expect(faultOf(() => checkFilterTree({ or: nested.slice(0, 30) }, 'lead')).message).toMatch(
      /40/,
    );
    const dids = Array.from({ length: 5 }, () => ({ did: 'x' }));
    expect(faultOf(() => checkFilterTree({ or: dids }, 'visitor')).message).toMatch(/more than 4/);
    let deep: unknown = { field: 'source', op: '=', value: 'a' };
    for (let level = 0; level < 5000; level++) deep = { not: deep };
    expect(faultOf(() => checkFilterTree(deep, 'lead')).message).toMatch(/nested/);
  });
});

function faultOf(work: () => unknown): FilterFault {
  try {
    work();
  } catch (error) {
    if (error instanceof FilterFault) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
