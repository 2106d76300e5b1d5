import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { CsvError, type CsvRow, readCsv } from './read-csv.ts';

/** In pieces of so many bytes, so that any place of the text is once the end of a piece. */
async function rowsOf(file: string | Buffer, pieceLength = 1_000_000): Promise<CsvRow[]> {
  const bytes = Buffer.from(file);
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += pieceLength) {
    pieces.push(bytes.subarray(start, start + pieceLength));
  }
  const rows: CsvRow[] = [];
  for await (const batch of readCsv(Readable.from(pieces))) rows.push(...batch);
  return rows;
}

const fieldsOf = async (file: string | Buffer) => (await rowsOf(file)).map(({ fields }) => fields);

test.each([
  [
    'plain fields',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no newline at the end',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CRLF',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty fields and lines',
    'a,,\n\n,\n',
    [
      ['a', '', ''],
      ['', ''],
    ],
  ],
  [
    'quotes around any field',
    '"a","b"\r\n"1","2"\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'delimiters, quotes and newlines in quotes',
    '"a,b","c ""d""","e\r\nf"\n',
    [['a,b', 'c "d"', 'e\r\nf']],
  ],
  ['an empty quoted field', '"",""\n', [['', '']]],
  ['a quote within a bare field', '5" disk,x\n', [['5" disk', 'x']]],
  ['a quoted field at the very end', 'a,"b"', [['a', 'b']]],
  [
    'semicolons, with commas in numbers',
    'a;b\n1,50;"2,5"\n3,1;4\n',
    [
      ['a', 'b'],
      ['1,50', '2,5'],
      ['3,1', '4'],
    ],
  ],
  [
    'tabs',
    'a\tb, c\n1\t2\n',
    [
      ['a', 'b, c'],
      ['1', '2'],
    ],
  ],
  ['a byte order mark', '\uFEFFa,b\n', [['a', 'b']]],
  ['one column', 'a\n1\n', [['a'], ['1']]],
  ['nothing', '', []],
  ['letters of every length', 'Grüße,日本,🎪\n', [['Grüße', '日本', '🎪']]],
])('%s are read, wherever the pieces of the file end', async (_what, file, fields) => {
  expect(await fieldsOf(file)).toEqual(fields);
  const whole = await rowsOf(file);
  for (const length of [1, 2, 3, 7]) expect(await rowsOf(file, length)).toEqual(whole);
});

test('every row has the line that it begins on, behind empty lines and lines within quotes', async () => {
  const rows = await rowsOf('a,b\n\n"x\ny\r\nz",1\r\nc,d\n');
  expect(rows.map(({ line }) => line)).toEqual([1, 3, 6]);
});

test('UTF-16 with a mark is read, as Google Ads writes it', async () => {
  const text = '\uFEFFCampaign\tCost\r\nFrühling\t1,50\r\n';
  const littleEndian = Buffer.from(text, 'utf16le');
  const expected = [
    ['Campaign', 'Cost'],
    ['Frühling', '1,50'],
  ];
  expect(await fieldsOf(littleEndian)).toEqual(expected);
  expect(await fieldsOf(Buffer.from(littleEndian).swap16())).toEqual(expected);
});

test('text after a closing quote is an error of its row, and later rows are read', async () => {
  expect(await rowsOf('a,b\n"x"y,1\nc,d\n')).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['x', '1'], fault: expect.stringContaining('closing quote of field 1') },
    { line: 3, fields: ['c', 'd'] },
  ]);
});

test('unreadable input is refused with its line number', async () => {
  await expect(rowsOf('a,b\n1,"2\n3,4\n')).rejects.toThrow('Line 2: a quote (") is never closed.');
  await expect(rowsOf(`a,b\n1,"${'x\n'.repeat(600_000)}`, 65_536)).rejects.toThrow(
    'Line 2: a quote',
  );
  await expect(rowsOf(`a,b\n${'x'.repeat(1_000_001)}\n1,2\n`, 65_536)).rejects.toThrow(
    'Line 2: the line is longer',
  );
  await expect(rowsOf(Buffer.from('a,b\nGr\xfc\xdfe,1\n', 'latin1'))).rejects.toThrow(CsvError);
  await expect(rowsOf(Buffer.from([0x61, 0xc3]))).rejects.toThrow('UTF-8');
});

test('many rows take a moment, and no more memory than a piece of the file', async () => {
  async function* pieces() {
    const piece = Buffer.from(
      'acme.example,"Acme, Inc.",11-50\nshop.example,Shop,1-10\n'.repeat(1_000),
    );
    for (let count = 0; count < 100; count++) yield piece;
  }
  let count = 0;
  let last: CsvRow | undefined;
  for await (const rows of readCsv(pieces())) {
    count += rows.length;
    last = rows.at(-1) ?? last;
    expect(rows.length).toBeLessThan(2_100);
  }
  expect(count).toBe(200_000);
  expect(last).toEqual({ line: 200_000, fields: ['shop.example', 'Shop', '1-10'] });
});
