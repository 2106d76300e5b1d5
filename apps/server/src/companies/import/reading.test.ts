/* A record's way from the bytes of a file to the details of a company. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { findColumns, objectReader, parseColumnMap } from './columns.ts';
import { readDetails } from './details.ts';
import { employeeRange } from './employees.ts';
import { JsonError, type JsonRecord, readJsonLines, readJsonList } from './read-json.ts';

test.each([
  ['', ''],
  ['0', ''],
  ['1', '1-10'],
  ['10', '1-10'],
  ['11', '11-50'],
  ['50', '11-50'],
  ['200', '51-200'],
  ['201', '201-500'],
  ['501', '501-1000'],
  ['5000', '1001-5000'],
  ['10000', '5001-10000'],
  ['10001', '10001+'],
  ['312000', '10001+'],
  ['12,000', '10001+'],
  ['1.234', '1001-5000'],
  ['1 234', '1001-5000'],
  ["1'234", '1001-5000'],
  ['37.0', '11-50'],
  ['1.5k', '1001-5000'],
  ['11-50', '11-50'],
  ['11 – 50 employees', '11-50'],
  ['51 to 200', '51-200'],
  ['1,001-5,000', '1001-5000'],
  ['1K-5K', '1000-5000'],
  ['10,001+', '10001+'],
  ['10K+', '10000+'],
  ['> 10,000', '10001+'],
  ['self-employed', undefined],
  ['Nov-50', undefined],
  ['50-11', undefined],
  ['1-5k', undefined],
  ['12.5', undefined],
  ['-5', undefined],
  ['9'.repeat(30), undefined],
])('employees %s are the range %s', (text, range) => {
  expect(employeeRange(text)).toBe(range);
});

describe('a record', () => {
  test('becomes details with a registrable domain, tidy texts and a range', () => {
    expect(
      readDetails({
        domain: ' https://www.Siemens.com/de ',
        name: ' Siemens\n AG ',
        description: ' Makes\nthings. ',
        employees: 312_000,
        main_industry: null,
      }),
    ).toEqual({
      domain: 'siemens.com',
      name: 'Siemens AG',
      nameKey: 'siemens ag',
      description: 'Makes\nthings.',
      employees: '10001+',
      mainIndustry: '',
    });
  });

  test.each([
    [{}, 'domain is empty'],
    [{ domain: ' ', name: 'Acme' }, 'domain is empty'],
    [{ domain: 'acme' }, 'domain "acme" is not a registrable domain'],
    [{ domain: 'co.uk' }, 'domain "co.uk" is not a registrable domain'],
    [{ domain: ['a.com'] }, 'domain must be text or a number'],
    [{ domain: 'a.com', name: true }, 'name must be text or a number'],
    [{ domain: 'a.com', name: 'x'.repeat(201) }, 'name is longer than 200 characters'],
    [
      { domain: 'a.com', description: 'a\0b' },
      'description contains a character that cannot be stored (U+0000)',
    ],
    [
      { domain: 'a.com', employees: 'Nov-50' },
      'employees "Nov-50" is not a number or a range such as 11-50',
    ],
  ])('%j is left out: %s', (values, reason) => {
    expect(readDetails(values)).toBe(reason);
  });
});

describe('columns', () => {
  test('are known by their usual names, in any case, the more exact one first', () => {
    const names = [
      'Company Name',
      'Web-Site',
      'current employee estimate',
      'size range',
      'INDUSTRY',
    ];
    expect(findColumns(names, {})).toEqual({ name: 0, domain: 1, employees: 3, main_industry: 4 });
  });

  test('are those that the operator names', () => {
    const map = parseColumnMap('domain=Our site, name=Firm');
    expect(findColumns(['Domain', 'our site', 'Firm'], map)).toEqual({ domain: 1, name: 2 });
    expect(() => findColumns(['Domain'], map)).toThrow(
      '--map uses the column "Our site" for domain',
    );
    expect(() => findColumns(['Firm', ''], {})).toThrow('The columns are Firm, (no name).');
    for (const text of ['', 'domain', 'site=x', 'domain=', 'domain=a,,name=b']) {
      expect(() => parseColumnMap(text), text).toThrow('is not FIELD=COLUMN');
    }
  });

  test('of objects may differ from one to the next', () => {
    const read = objectReader({ name: 'Firm' });
    expect(read({ Website: 'a.com', firm: 'A', name: 'B' })).toEqual({
      domain: 'a.com',
      name: 'A',
    });
    expect(read({ domain: 'b.com', extra: 1 })).toEqual({ domain: 'b.com' });
  });
});

describe('JSON', () => {
  async function all(read: typeof readJsonList, file: string | Buffer, length: number) {
    const bytes = Buffer.from(file);
    const pieces: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += length) {
      pieces.push(bytes.subarray(start, start + length));
    }
    const records: JsonRecord[] = [];
    for await (const piece of read(Readable.from(pieces))) records.push(...piece);
    return records;
  }

  const list = `\uFEFF [ {"a": "x]},\\"{ß\\\\"},\n\n {"a": {"b": [1, "]"]}},\n 5, "t,]", [1], {"a": }, null,\n{"a":2}\n] \n`;
  const fault = expect.stringMatching(/^not (?:an object|valid JSON)/);

  test.each([1, 2, 3, 7, 1_000])(
    'a list is read, wherever the pieces of %d bytes end',
    async (length) => {
      expect(await all(readJsonList, list, length)).toEqual([
        { line: 1, value: { a: 'x]},"{ß\\' } },
        { line: 3, value: { a: { b: [1, ']'] } } },
        ...[1, 2, 3, 4, 5].map(() => ({ line: 4, value: {}, fault })),
        { line: 5, value: { a: 2 } },
      ]);
    },
  );

  test.each([1, 2, 3, 7, 1_000])(
    'lines are read, wherever the pieces of %d bytes end',
    async (length) => {
      expect(await all(readJsonLines, '{"a":"ß"}\r\n\n{"a"\n[1]\n{"a":2}', length)).toEqual([
        { line: 1, value: { a: 'ß' } },
        { line: 3, value: {}, fault: 'not valid JSON' },
        { line: 4, value: {}, fault: 'not an object { … }' },
        { line: 5, value: { a: 2 } },
      ]);
    },
  );

  test.each([
    ['{"a":1}', 'Line 1: the file is not a list'],
    ['\n\n', 'the file is not a list'],
    ['[{"a":1},\n{"a":', 'Line 2: the file ends before'],
    ['[{"a":1}]\nx', 'Line 2: unexpected text after'],
    [`[\n{"a":"${'x'.repeat(1_100_000)}`, 'Line 2: an object is longer'],
    [Buffer.from('["\xff"]', 'latin1'), 'not UTF-8 text'],
  ])('an invalid list is refused with a reason: %s', async (file, message) => {
    const reading = all(readJsonList, file, 65_536);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(JsonError);
  });

  test('a line without an end is refused, and so is what is no UTF-8', async () => {
    await expect(all(readJsonLines, 'x'.repeat(1_100_000), 65_536)).rejects.toThrow('Line 1');
    await expect(all(readJsonLines, Buffer.from([0x7b, 0xc3]), 9)).rejects.toThrow('UTF-8');
  });
});
