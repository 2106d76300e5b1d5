/**
 * Writes CSV by RFC 4180, safe for programs that evaluate formulas: text that would be one gets a leading
 * apostrophe, which spreadsheets display as text (OWASP, CSV injection). Numbers stay numbers.
 */

const isFormula = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;
/** Includes semicolons, which separate cells in locales with decimal commas. */
const needsQuotes = /[",;\t\r\n]|^[\s']|\s$/;

export type CsvValue = string | number | boolean | object | null | undefined;

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = isFormula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
