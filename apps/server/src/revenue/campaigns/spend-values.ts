/** Parses days, amounts and currencies from ad platforms and spreadsheets. Pure. */
import type { SpendReason } from '@footfall/contract/reasons';

/** Order in dates with slashes: 5/31/2026 or 31/5/2026. */
export type DateOrder = 'mdy' | 'dmy';

/** Decimal sign: 1,234.56 or 1.234,56. */
export type DecimalSign = 'point' | 'comma';

/** An unreadable value; the message completes "line 5: ". */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  readonly code: SpendReason;
  /** The value in the file. */
  readonly value: string;

  constructor(code: SpendReason, message: string, value = '') {
    super(message);
    this.code = code;
    this.value = value.slice(0, 100);
  }
}

const isoDay = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const compactDay = /^(\d{4})(\d\d)(\d\d)$/;
const pointedDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const slashedDay = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/**
 * Returns YYYY-MM-DD.
 * @throws ValueError if it is no day, or ambiguous
 */
export function parseDay(text: string, order: DateOrder | undefined): string {
  const iso = isoDay.exec(text) ?? compactDay.exec(text);
  if (iso) return dayOf(text, iso[1], iso[2], iso[3]);
  const pointed = pointedDay.exec(text);
  if (pointed) return dayOf(text, pointed[3], pointed[2], pointed[1]);
  const slashed = slashedDay.exec(text);
  if (!slashed)
    throw new ValueError(
      'date_unknown',
      `the date "${text}" is not a day such as 2026-05-31`,
      text,
    );
  const [, first, second, year] = slashed;
  if (order === undefined) {
    throw new ValueError(
      'date_order',
      `the date "${text}" is ambiguous; add --date-format mdy if the month comes first, or dmy if the day does`,
      text,
    );
  }
  return order === 'mdy' ? dayOf(text, year, first, second) : dayOf(text, year, second, first);
}

function dayOf(text: string, year = '', month = '', day = ''): string {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  if (!exists) throw new ValueError('date_impossible', `the date "${text}" does not exist`, text);
  if (year < '1990' || year > '2100')
    throw new ValueError('date_far', `the date "${text}" is not between 1990 and 2100`, text);
  return iso;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * The ISO 4217 code in capitals.
 * @throws ValueError if the currency does not exist
 */
export function parseCurrency(text: string): string {
  const code = text.toUpperCase();
  if (currencies.has(code)) return code;
  throw new ValueError(
    'currency_unknown',
    `"${text}" is not a currency code such as EUR or USD`,
    text,
  );
}

/** Removes spaces, currency signs and codes: `€ 1 234,50` becomes `1234,50`. */
function bareAmount(text: string): string {
  return text.replaceAll(/[\s'’\p{Sc}]|\b[A-Z]{3}\b/gu, '');
}

const withPoint =
  /^\d+(?:,\d{3})*,\d{3}\.\d+$|^\d+\.\d{1,2}$|^\d+\.\d{4,}$|^0\.\d+$|^\d+(?:,\d{3}){2,}$/;
const withComma =
  /^\d+(?:\.\d{3})*\.\d{3},\d+$|^\d+,\d{1,2}$|^\d+,\d{4,}$|^0,\d+$|^\d+(?:\.\d{3}){2,}$/;

/** The decimal sign that an amount implies; undefined if unclear (12, 1.234). */
export function decimalSignIn(text: string): DecimalSign | undefined {
  const bare = bareAmount(text);
  if (withPoint.test(bare)) return 'point';
  return withComma.test(bare) ? 'comma' : undefined;
}

/**
 * A decimal number in PostgreSQL's format, with its digits unchanged. `sign`: from the file's other amounts,
 * or the caller.
 * @throws ValueError if it is no amount, negative, too large, or ambiguous
 */
export function parseAmount(text: string, sign: DecimalSign | undefined): string {
  const bare = bareAmount(text);
  if (/^-|^\(.*\)$|-$/.test(bare) && /\d/.test(bare)) {
    throw new ValueError(
      'amount_negative',
      `the amount "${text}" is negative; it must be 0 or more`,
      text,
    );
  }
  if (/^\d+$/.test(bare)) return withinLimit(text, bare);
  if (sign === undefined && /^\d{1,3}[.,]\d{3}$/.test(bare)) {
    throw new ValueError(
      'decimal_sign',
      `the amount "${text}" is ambiguous; add --decimal point or --decimal comma`,
      text,
    );
  }
  const [point, thousands] = sign === 'comma' ? [',', '.'] : ['.', ','];
  const [whole = '', fraction = '', ...more] = bare.split(point);
  const groups = whole.split(thousands);
  const isGrouped = groups.every((group, place) =>
    place === 0 ? /^\d{1,3}$/.test(group) : /^\d{3}$/.test(group),
  );
  const isNumber = (isGrouped || /^\d+$/.test(whole)) && /^\d*$/.test(fraction);
  if (!isNumber || more.length > 0) {
    const hint = sign === undefined ? '' : ` (with a decimal ${sign})`;
    throw new ValueError('amount_unknown', `the amount "${text}" is not a number${hint}`, text);
  }
  return withinLimit(text, groups.join('') + (fraction === '' ? '' : `.${fraction}`));
}

/** The same limit as for conversions; more than 12 decimals are a mistake. */
function withinLimit(text: string, amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  if (Number(whole) >= 1e12 || fraction.length > 12) {
    throw new ValueError(
      'amount_too_large',
      `the amount "${text}" is too large, or has more than 12 decimals`,
      text,
    );
  }
  return amount;
}
