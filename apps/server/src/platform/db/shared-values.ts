/**
 * The uuids and instants of one statement, each sent, and read by PostgreSQL, once. What is written of a message
 * names it, its session and its visitor in nine columns, and reading ids from text was a tenth of
 * PostgreSQL's work; the rows hold places in two arrays instead.
 */
import { type Column, columnLiteral, nameList, wireType } from './columns.ts';

type SharedType = 'uuid' | 'timestamptz';

/** Where the statement has them: behind `$1`, the workspace. */
export const sharedParameters: Record<SharedType, string> = {
  uuid: '$2::uuid[]',
  timestamptz: '$3::timestamptz[]',
};

/** The number of the first parameter behind them. */
export const firstOwnParameter = 4;

/** As `unnestClause`, of rows that `SharedValues` has written. */
export function sharedRows<Row>(columns: Column<Row>[], first: number): string {
  const parameters = columns.map(({ type }, place) => `$${first + place}::${placeType(type)}[]`);
  const values = columns.map(({ name, type }) =>
    isShared(type) ? `(${sharedParameters[type]})[p.${name}] as ${name}` : `p.${name}`,
  );
  return `(select ${values.join(', ')} from unnest(${parameters.join(', ')}) as p (${nameList(columns)})) as t`;
}

export class SharedValues {
  readonly #uuids = new Places();
  readonly #instants = new Places();

  /** As the function of the same name, with places in the columns of uuids and instants. */
  columnValues<Row>(columns: Column<Row>[], rows: Row[]): string[] {
    return columns.map((column) => {
      const { name, type, value } = column;
      if (!isShared(type)) return columnLiteral(column, rows);
      const places = type === 'uuid' ? this.#uuids : this.#instants;
      const placeOf = (row: Row) => {
        const item = value(row);
        return item === null ? null : places.of(String(item));
      };
      return columnLiteral({ name, type: 'integer', value: placeOf }, rows);
    });
  }

  /** Puts them one behind the other. Returns the place of the first. */
  run(ids: string[]): number {
    return this.#uuids.run(ids);
  }

  /** Of the statement, behind the workspace; when everything has its place. */
  get parameters(): string[] {
    return [this.#uuids.literal, this.#instants.literal];
  }
}

/** Different values, in the order in which they came. */
class Places {
  readonly #places = new Map<string, number>();
  readonly #values: string[] = [];

  /** Counted from 1, as PostgreSQL does. */
  of(value: string): number {
    const existing = this.#places.get(value);
    if (existing !== undefined) return existing;
    const place = this.#values.push(value);
    this.#places.set(value, place);
    return place;
  }

  run(values: string[]): number {
    const first = this.#values.length + 1;
    for (const value of values) this.#places.set(value, this.#values.push(value));
    return first;
  }

  get literal(): string {
    return `{${this.#values.join()}}`;
  }
}

function isShared(type: Column<unknown>['type']): type is SharedType {
  return type === 'uuid' || type === 'timestamptz';
}

function placeType(type: Column<unknown>['type']): string {
  return isShared(type) ? 'integer' : wireType(type);
}
