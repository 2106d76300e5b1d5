/**
 * A statement's uuids and instants, each sent and parsed once. A message's rows repeat its id, session and
 * visitor in nine columns, and parsing ids was a tenth of PostgreSQL's work; rows instead refer to positions in
 * two arrays.
 */
import { type Column, columnLiteral, nameList, wireType } from './columns.ts';

type SharedType = 'uuid' | 'timestamptz';

/** Their parameters: after `$1`, the workspace. */
export const sharedParameters: Record<SharedType, string> = {
  uuid: '$2::uuid[]',
  timestamptz: '$3::timestamptz[]',
};

/** Number of the first parameter after them. */
export const firstOwnParameter = 4;

/** Like `unnestClause`, for rows written by `SharedValues`. */
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

  /** Like the function of that name, with positions in uuid and instant columns. */
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

  /** Appends them consecutively. Returns the position of the first. */
  run(ids: string[]): number {
    return this.#uuids.run(ids);
  }

  /** The statement's parameters after the workspace; call once all values are added. */
  get parameters(): string[] {
    return [this.#uuids.literal, this.#instants.literal];
  }
}

/** Distinct values, in order of first use. */
class Places {
  readonly #places = new Map<string, number>();
  readonly #values: string[] = [];

  /** From 1, as in PostgreSQL. */
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
