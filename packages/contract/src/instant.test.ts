import { expect, test } from 'vitest';
import { parseInstant } from './instant.ts';

test.each([
  ['2026-05-04T09:30:00Z', '2026-05-04T09:30:00.000000Z'],
  ['2026-05-04T09:30:00.5Z', '2026-05-04T09:30:00.500000Z'],
  ['2026-05-04T09:30:00.123456789Z', '2026-05-04T09:30:00.123456Z'],
  ['2026-05-04t09:30:00z', '2026-05-04T09:30:00.000000Z'],
  ['2026-05-04 09:30', '2026-05-04T09:30:00.000000Z'],
  ['2026-05-04T09:30:00+02:00', '2026-05-04T07:30:00.000000Z'],
  ['2026-05-04T09:30:00 02:00', '2026-05-04T07:30:00.000000Z'],
  ['2026-05-04T09:30:00-0530', '2026-05-04T15:00:00.000000Z'],
  ['2026-05-04T23:30:00-01', '2026-05-05T00:30:00.000000Z'],
  ['2026-05-04', '2026-05-04T00:00:00.000000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000000Z'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
])('%s is %s', (text, iso) => {
  const instant = parseInstant(text);
  expect(instant?.iso).toBe(iso);
  expect(instant?.ms).toBe(Date.parse(`${iso.slice(0, 23)}Z`));
});

test.each([
  '',
  'now',
  'infinity',
  '2026',
  '2026-05',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2025-02-29',
  '2026-05-04T24:00:00Z',
  '2026-05-04T09:60:00Z',
  '2016-12-31T23:59:60Z',
  '2026-05-04T09:30:00+24:00',
  '2026-05-04T09:30:00+01:60',
  '2026-05-04T09:30:00.Z',
  '2026-05-04T09:30:00Zulu',
  ' 2026-05-04',
  '2026-05-04\n',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '20260504T093000Z',
  '2026-W19-1',
  '1777887000',
  '٢٠٢٦-٠٥-٠٤',
])('%j is no instant', (text) => {
  expect(parseInstant(text)).toBeUndefined();
});

test('what Date writes is read as the same instant, all through four centuries', () => {
  const dayMs = 86_400_000;
  for (let ms = 12_345_678; ms < Date.UTC(2370, 0); ms += 31 * dayMs + 1_001_001) {
    const text = new Date(ms).toISOString();
    const instant = parseInstant(text);
    expect(instant?.ms).toBe(ms);
    // Three digits or six, of the same instant.
    expect(instant?.iso.replace(/(\.\d{3})000Z$/, '$1Z')).toBe(text);
    // The same without the short cut for the common spelling.
    expect(parseInstant(text.replace('Z', '+00:00'))?.ms).toBe(ms);
  }
});
