/** Reads a spend file from an ad platform or spreadsheet into entries. */
import type { SpendReason } from '@footfall/contract/reasons';
import { type CsvRow, readCsv } from '../../platform/csv/read-csv.ts';
import type { SpendEntry } from './spend.ts';
import {
  type DateOrder,
  type DecimalSign,
  decimalSignIn,
  parseAmount,
  parseCurrency,
  parseDay,
  ValueError,
} from './spend-values.ts';

/** Defaults for missing columns. */
export interface SpendDefaults {
  source?: string;
  medium?: string;
  currency?: string;
  dateOrder?: DateOrder;
  decimal?: DecimalSign;
}

interface BadRow {
  line: number;
  reason: string;
  reason_code: SpendReason;
  value: string;
}

export interface SpendFile {
  entries: SpendEntry[];
  bad: BadRow[];
  /** Number of total rows, which are skipped. */
  totals: number;
}

/** The file as a whole cannot be read. */
export class SpendFileError extends Error {
  override readonly name = 'SpendFileError';
}

type ColumnName = 'day' | 'campaign' | 'source' | 'medium' | 'amount' | 'currency';

/** Names of columns in exports of Google Ads, Microsoft Advertising, Meta and LinkedIn, and usual ones. */
const aliases: Record<ColumnName, string[]> = {
  day: ['date', 'day', 'reporting starts', 'start date (in utc)', 'start date', 'gregorian date'],
  campaign: ['campaign', 'campaign name', 'utm_campaign', 'name'],
  source: ['source', 'utm_source', 'campaign source'],
  medium: ['medium', 'utm_medium', 'campaign medium'],
  amount: ['amount', 'spend', 'cost', 'amount spent', 'total spent', 'total cost', 'costs'],
  currency: ['currency', 'currency code', 'account currency'],
};
const needed: ColumnName[] = ['day', 'campaign', 'amount'];

interface Header {
  places: Partial<Record<ColumnName, number>>;
  /** As in "Amount spent (EUR)". */
  currency: string | undefined;
}

/** Ad platforms write a title and the period above the header. */
const longestPreamble = 20;
const longestTag = 200;

/**
 * Reads the whole file; reports unreadable rows with line and reason.
 * @throws SpendFileError if there is no header row; CsvError if it is not a CSV file
 */
export async function readSpend(
  bytes: AsyncIterable<Uint8Array>,
  defaults: SpendDefaults,
): Promise<SpendFile> {
  const above: CsvRow[] = [];
  const rows: CsvRow[] = [];
  let header: Header | undefined;
  for await (const piece of readCsv(bytes)) {
    for (const row of piece) {
      if (header) rows.push(row);
      else header = headerOf(row);
      if (!header) above.push(row);
      if (above.length > longestPreamble) throw noHeader(above);
    }
  }
  if (!header) throw noHeader(above);
  return readRows(rows, header, defaults);
}

function headerOf({ fields }: CsvRow): Header | undefined {
  const names = fields.map((field) => field.trim().toLowerCase());
  const places: Header['places'] = {};
  let currency: string | undefined;
  for (const [place, name] of names.entries()) {
    const [, bare = name, code] = /^(.*?)\s*\(([a-z]{3})\)$/.exec(name) ?? [];
    for (const column of Object.keys(aliases) as ColumnName[]) {
      const isMeant = aliases[column].includes(name) || aliases[column].includes(bare);
      if (!isMeant || places[column] !== undefined) continue;
      places[column] = place;
      if (column === 'amount') currency = code?.toUpperCase();
    }
  }
  return needed.every((column) => places[column] !== undefined) ? { places, currency } : undefined;
}

function noHeader([first]: CsvRow[]): SpendFileError {
  const header = first
    ? `The first line has ${first.fields.join(', ').slice(0, 200)}.`
    : 'The file is empty.';
  const wanted = needed.map((column) => `${column} (${aliases[column].join(', ')})`).join('; ');
  return new SpendFileError(`No line has the required column names: ${wanted}. ${header}`);
}

function readRows(rows: CsvRow[], header: Header, defaults: SpendDefaults): SpendFile {
  const file: SpendFile = { entries: [], bad: [], totals: 0 };
  const decimal = defaults.decimal ?? decimalSignOf(rows, header);
  for (const row of rows) {
    if (isTotal(row, header)) {
      file.totals += 1;
      continue;
    }
    try {
      file.entries.push(entryOf(row, header, { ...defaults, decimal }));
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      const { message: reason, code: reason_code, value } = error;
      file.bad.push({ line: row.line, reason, reason_code, value });
    }
  }
  return file;
}

/** The decimal sign in the file's amounts; undefined if unclear or mixed. */
function decimalSignOf(rows: CsvRow[], { places }: Header): DecimalSign | undefined {
  const shown = new Set(rows.map(({ fields }) => decimalSignIn(fields[places.amount ?? 0] ?? '')));
  shown.delete(undefined);
  return shown.size === 1 ? [...shown][0] : undefined;
}

/** Such as "Total: Campaigns" at the end of an export, in place of a day. */
function isTotal({ fields }: CsvRow, { places }: Header): boolean {
  const day = fields[places.day ?? 0]?.trim() ?? '';
  return !/\d/.test(day) && fields.some((field) => /^(grand )?totals?\b/i.test(field.trim()));
}

function entryOf({ fields, fault }: CsvRow, header: Header, defaults: SpendDefaults): SpendEntry {
  if (fault !== undefined) throw new ValueError('broken_row', fault);
  const cell = (column: ColumnName) => {
    const place = header.places[column];
    const text = place === undefined ? '' : (fields[place]?.trim() ?? '');
    // Google Ads writes this for an empty value.
    return text === '--' ? '' : text;
  };
  const required = (column: 'day' | 'campaign' | 'amount') => {
    const text = cell(column);
    const name = column === 'day' ? 'date' : column;
    if (text === '') throw new ValueError(`no_${name}`, `no ${name}`);
    return text;
  };
  const day = parseDay(required('day'), defaults.dateOrder);
  const currency = cell('currency') || header.currency || defaults.currency;
  if (currency === undefined) {
    throw new ValueError('no_currency', 'no currency; set a default with --currency EUR');
  }
  return {
    day,
    name: tag('campaign', required('campaign')),
    source: tag('source', cell('source') || (defaults.source ?? '')),
    medium: tag('medium', cell('medium') || (defaults.medium ?? '')),
    amount: parseAmount(required('amount'), defaults.decimal),
    currency: parseCurrency(currency),
  };
}

/** Same limits as for campaign tags in ingest. */
function tag(what: string, text: string): string {
  if (text.length > longestTag)
    throw new ValueError(
      'tag_too_long',
      `the ${what} is longer than ${longestTag} characters`,
      text,
    );
  if (/\p{Cc}/u.test(text))
    throw new ValueError('control_character', `the ${what} contains a control character`);
  return text;
}
