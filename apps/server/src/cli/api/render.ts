/* Formats answers for a terminal, without escape sequences it would execute. */
import { isObject } from '../../platform/common/is-object.ts';
import type { Declared } from './words.ts';

/** Control characters, direction marks and invisible characters. */
const unprintable = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
const widestCell = 48;

export function printable(text: string): string {
  return text.replace(unprintable, ' ').toWellFormed();
}

/** JSON on one line, with the same characters escaped. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string) =>
    [...Array(character.length).keys()]
      .map((place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value).replace(unprintable, escaped);
}

interface Column {
  title: string;
  path: readonly string[];
}

/** `fields`: columns, in order; absent: all declared ones. */
export function tableOf(
  records: readonly unknown[],
  declared: Declared,
  fields: readonly string[] | undefined,
): string[] {
  if (records.length === 0) return ['No records.'];
  const columns = columnsOf(declared, fields).filter(({ path }) =>
    records.some((record) => cellOf(valueAt(record, path)) !== ''),
  );
  const rows = [
    columns.map(({ title }) => title.toUpperCase()),
    ...records.map((record) => columns.map(({ path }) => cut(cellOf(valueAt(record, path))))),
  ];
  const widths = columns.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** One record, one line per field; nested records as tables below. */
export function linesOf(record: unknown, declared: Declared): string[] {
  if (!isObject(record)) return [cellOf(record)];
  const names = Object.keys(record).filter((name) => cellOf(record[name]) !== '');
  const isTable = (name: string) => {
    const value = record[name];
    return Array.isArray(value) && value.every(isObject);
  };
  const plain = names.filter((name) => !isTable(name));
  const width = Math.max(0, ...plain.map((name) => name.length));
  return [
    ...plain.map((name) => `${printable(name).padEnd(width)}  ${cellOf(record[name])}`),
    ...names
      .filter(isTable)
      .flatMap((name) => [
        '',
        `${printable(name)}:`,
        ...tableOf(record[name] as unknown[], declared.properties?.[name]?.items ?? {}, undefined),
      ]),
  ];
}

/** A nested record, such as figures, gets a column per field. */
function columnsOf({ properties = {} }: Declared, fields: readonly string[] | undefined): Column[] {
  const names = fields ?? Object.keys(properties).filter((name) => name !== 'workspace_id');
  return names.flatMap((name): Column[] => {
    const inner = properties[name]?.properties;
    if (!inner) return [{ title: name, path: [name] }];
    return Object.keys(inner).map((own) => ({ title: `${name}.${own}`, path: [name, own] }));
  });
}

function valueAt(record: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return record;
  return isObject(record) && Object.hasOwn(record, name) ? valueAt(record[name], rest) : undefined;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  if (!isObject(value)) return printable(String(value));
  if ('label' in value) return cellOf(value.label) || '(none)';
  if ('currency' in value) return `${cellOf(value.value)} ${cellOf(value.currency)}`.trim();
  return Object.entries(value)
    .map(([name, each]) => `${printable(name)}: ${cellOf(each)}`)
    .join(', ');
}

function cut(text: string): string {
  return text.length <= widestCell ? text : `${text.slice(0, widestCell - 1).toWellFormed()}…`;
}
