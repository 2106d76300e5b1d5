/**
 * Rows as columns: `insert … select … from unnest($1::uuid[], …)` takes any number of rows with one
 * parameter a column and one prepared statement. Array literals are written here, since the
 * driver's own serialiser costs more than the rest of an insert.
 */

export interface Column<Row> {
  name: string;
  type: 'uuid' | 'text' | 'timestamptz' | 'boolean' | 'integer' | 'numeric' | 'jsonb' | 'uuid[]';
  /** uuid, timestamptz and numbers as text; jsonb as JSON text, uuid[] as an array literal. */
  value: (row: Row) => string | number | boolean | null;
}

/** `unnest($first::uuid[], …) as t (id, …)`; jsonb and uuid[] travel as text and are cast by `selectList`. */
export function unnestClause<Row>(columns: Column<Row>[], first: number): string {
  const parameters = columns.map(({ type }, place) => `$${first + place}::${wireType(type)}[]`);
  return `unnest(${parameters.join(', ')}) as t (${nameList(columns)})`;
}

export function nameList<Row>(columns: Column<Row>[]): string {
  return columns.map(({ name }) => name).join(', ');
}

export function selectList<Row>(columns: Column<Row>[]): string {
  return columns
    .map(({ name, type }) => (travelsAsText(type) ? `t.${name}::${type}` : `t.${name}`))
    .join(', ');
}

export function columnValues<Row>(columns: Column<Row>[], rows: Row[]): string[] {
  return columns.map(({ type, value }) => {
    const quoted = wireType(type) === 'text';
    let literal = '{';
    for (const row of rows) {
      const item = value(row);
      if (literal.length > 1) literal += ',';
      if (item === null) literal += 'NULL';
      else literal += quoted ? quote(String(item)) : item;
    }
    return `${literal}}`;
  });
}

function wireType(type: Column<unknown>['type']): string {
  return travelsAsText(type) ? 'text' : type;
}

/** An array of these would be one of documents, or lose its inner bounds. */
function travelsAsText(type: Column<unknown>['type']): boolean {
  return type === 'jsonb' || type === 'uuid[]';
}

const special = /["\\]/;
const specials = /["\\]/g;

function quote(text: string): string {
  return special.test(text) ? `"${text.replace(specials, '\\$&')}"` : `"${text}"`;
}
