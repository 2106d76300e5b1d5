/** Maps the columns of a file to company fields. */
import { StartError } from '../../platform/common/start-error.ts';

const detailFields = ['domain', 'name', 'description', 'employees', 'main_industry'] as const;

export type DetailField = (typeof detailFields)[number];

/** The operator's choice: column name by field. */
export type ColumnMap = Partial<Record<DetailField, string>>;

/** Columns by field: index in a CSV row, or key in a JSON object. */
export type FoundColumns<T> = Partial<Record<DetailField, T>>;

/** Common names, without case, spaces and punctuation; earlier ones win if a file has several. */
const usualNames: Record<DetailField, string[]> = {
  domain:
    'domain domainname companydomain primarydomain website websiteurl companywebsite webaddress homepage url web site'.split(
      ' ',
    ),
  name: 'name companyname company organization organisation organizationname accountname account legalname businessname'.split(
    ' ',
  ),
  description: 'description companydescription shortdescription about summary'.split(' '),
  employees:
    'employees employeerange employeesrange sizerange companysize size employeecount employeescount numberofemployees noofemployees headcount currentemployeeestimate staff'.split(
      ' ',
    ),
  main_industry: 'mainindustry industry primaryindustry industryname sector branch'.split(' '),
};

/**
 * Finds a file's columns by the operator's choice or by common names.
 * @throws StartError if a chosen column is missing, or none has the domain
 */
export function findColumns(names: string[], chosen: ColumnMap): FoundColumns<number> {
  const columns: FoundColumns<number> = {};
  for (const field of detailFields) {
    const place = placeOf(field, names, chosen[field]);
    if (place !== undefined) columns[field] = place;
  }
  if (columns.domain === undefined) {
    throw new StartError(
      `No domain column found. The columns are ${list(names)}. Choose one with --map domain=COLUMN`,
    );
  }
  return columns;
}

function placeOf(field: DetailField, names: string[], chosen: string | undefined) {
  if (chosen !== undefined) {
    const exact = names.indexOf(chosen);
    const place = exact >= 0 ? exact : names.findIndex((name) => plain(name) === plain(chosen));
    if (place >= 0) return place;
    throw new StartError(
      `--map uses the column "${chosen}" for ${field}, but the file does not have it. The columns are ${list(names)}.`,
    );
  }
  const plainNames = names.map(plain);
  return usualNames[field].map((name) => plainNames.indexOf(name)).find((place) => place >= 0);
}

/** The same for JSON, where each object has its own keys; a missing key means unknown. */
export function objectReader(chosen: ColumnMap): (record: object) => FoundColumns<unknown> {
  const wanted = detailFields.map((field) => {
    const own = chosen[field];
    return { field, names: own === undefined ? usualNames[field] : [plain(own)] };
  });
  const plainNames = new Map<string, string>();
  const plainOf = (key: string) => {
    const field = plainNames.get(key) ?? plain(key);
    // Limited, for files with objects keyed by data.
    if (plainNames.size < 1_000) plainNames.set(key, field);
    return field;
  };
  return (record) => {
    const byName = new Map<string, unknown>();
    for (const [key, value] of Object.entries(record)) byName.set(plainOf(key), value);
    const values: FoundColumns<unknown> = {};
    for (const { field, names } of wanted) {
      const name = names.find((candidate) => byName.has(candidate));
      if (name !== undefined) values[field] = byName.get(name);
    }
    return values;
  };
}

/**
 * Reads `domain=Website,name=Company`.
 * @throws StartError if a part is not a pair or its field is unknown
 */
export function parseColumnMap(text: string): ColumnMap {
  const map: ColumnMap = {};
  for (const part of text.split(',')) {
    const [, name = '', column = ''] = /^\s*(\w+)\s*=\s*(.*\S)\s*$/.exec(part) ?? [];
    const field = detailFields.find((field) => field === name);
    if (field === undefined) {
      throw new StartError(
        `"${part.trim()}" is not FIELD=COLUMN. The fields are ${detailFields.join(', ')}. Example: --map domain=Website,name=Company`,
      );
    }
    map[field] = column;
  }
  return map;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function list(names: string[]): string {
  const shown = names.slice(0, 30).map((name) => (name === '' ? '(no name)' : name));
  return names.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
