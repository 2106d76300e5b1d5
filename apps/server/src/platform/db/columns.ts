/**
 * Rows as columns: `insert … select … from unnest($1::uuid[], …)` takes any number of rows with one parameter
 * per column and one prepared statement. Writes array literals itself, since the driver's serializer costs
 * more than the rest of an insert.
 */

export interface Column<Row> {
  name: string;
  type: 'uuid' | 'text' | 'timestamptz' | 'boolean' | 'integer' | 'numeric' | 'jsonb';
  /** uuid, timestamptz and numbers as text; jsonb as JSON text. */
  value: (row: Row) => string | number | boolean | null;
}

/** `unnest($first::uuid[], …) as t (id, …)`; jsonb is sent as text and cast by `selectList`. */
export function unnestClause<Row>(columns: Column<Row>[], first: number): string {
  return `unnest(${parameterList(columns, first)}) as t (${nameList(columns)})`;
}

/** The same with each row's `place`, from 0. */
export function placedClause<Row>(columns: Column<Row>[], first: number): string {
  const names = nameList(columns);
  return `(select ${names}, (number - 1)::integer as place
    from unnest(${parameterList(columns, first)}) with ordinality as u (${names}, number)) t`;
}

function parameterList<Row>(columns: Column<Row>[], first: number): string {
  return columns.map(({ type }, place) => `$${first + place}::${wireType(type)}[]`).join(', ');
}

export function nameList<Row>(columns: Column<Row>[]): string {
  return columns.map(({ name }) => name).join(', ');
}

export function selectList<Row>(columns: Column<Row>[]): string {
  return columns
    .map(({ name, type }) => (type === 'jsonb' ? `t.${name}::jsonb` : `t.${name}`))
    .join(', ');
}

export function columnValues<Row>(columns: Column<Row>[], rows: Row[]): string[] {
  return columns.map((column) => columnLiteral(column, rows));
}

export function columnLiteral<Row>({ type, value }: Column<Row>, rows: Row[]): string {
  const write = writers[type] ?? unquoted;
  const items = rows.map((row) => {
    const item = value(row);
    return item === null ? 'NULL' : write(item);
  });
  // `join` costs two thirds of concatenation, and a third of the garbage.
  return `{${items.join()}}`;
}

/** Values as a single parameter. */
export function arrayLiteral(
  type: 'uuid' | 'text' | 'timestamptz' | 'boolean' | 'integer',
  values: (string | number | boolean)[],
): string {
  return columnLiteral({ name: '', type, value: itself }, values);
}

function itself<T>(value: T): T {
  return value;
}

/** Otherwise an array of documents would be sent as one document. */
export function wireType(type: Column<unknown>['type']): string {
  return type === 'jsonb' ? 'text' : type;
}

type Item = string | number | boolean;

function unquoted(item: Item): Item {
  return item;
}

const special = /["\\]/;
const specials = /["\\]/g;

function quoteText(item: Item): string {
  const text = String(item);
  return special.test(text) ? `"${text.replace(specials, '\\$&')}"` : `"${text}"`;
}

/** JSON text has no control characters, so array quoting equals JSON quoting: a fifth of the time of `quoteText`. */
function quoteJson(text: Item): string {
  return JSON.stringify(text);
}

/** Values of the other types never need quoting. */
const writers: Partial<Record<Column<unknown>['type'], (item: Item) => Item>> = {
  text: quoteText,
  jsonb: quoteJson,
};
