/** Pages of lists. Rows and the exact total are separate queries, so that a page past the end keeps its total. */
import { invalidRequest } from '@footfall/contract/errors';
import { parseInstant } from '@footfall/contract/instant';
import { isUuid } from '@footfall/contract/schema';
import type { Sql, Tx } from '../db/connect.ts';
import { utcMicros } from '../db/instants.ts';

const usualLimit = 50;

interface PageQuery {
  limit?: number;
  offset?: number;
}

export interface Page {
  limit: number;
  offset: number;
}

export function pageOf({ limit = usualLimit, offset = 0 }: PageQuery): Page {
  return { limit, offset };
}

export function listAnswer<T>(data: T[], { limit, offset }: Page, total: number) {
  return { data, pagination: { limit, offset, total } };
}

/** A list's order, and the start of a page. */
export interface OrderedPage extends Page {
  /** Name of the field. */
  by: string;
  isDescending: boolean;
  /** The last record of the previous page. */
  after: Mark | undefined;
  /** Cursor paging: the answer contains the next page's cursor. */
  hasCursor: boolean;
}

/** A record's position: its field as text in full precision, and its id. */
interface Mark {
  value: string;
  id: string;
  /** Further part of the position: `own` or `rank`. */
  own: string;
}

interface OrderedQuery extends PageQuery {
  sort?: string;
  cursor?: string;
}

/** @throws ApiError invalid_request if the cursor is from another list or order */
export function orderedPageOf(
  { sort: sortParameter, cursor, ...query }: OrderedQuery,
  usual = '-created_at',
): OrderedPage {
  const sort = sortParameter ?? usual;
  const isDescending = sort.startsWith('-');
  const by = isDescending ? sort.slice(1) : sort;
  const hasCursor = cursor !== undefined;
  const after = cursor ? readCursor(cursor, sort) : undefined;
  if (after && query.offset) throw badCursor('goes together with no offset', 'query.offset');
  return { ...pageOf(query), by, isDescending, after, hasCursor };
}

function readCursor(cursor: string, sort: string): Mark {
  const [order, value, id, own = ''] = decoded(cursor);
  if (value === undefined || id === undefined || !isUuid(id)) throw unknownCursor();
  if (order !== sort) throw badCursor(`was given for sort=${order}`);
  return { value, id, own };
}

function decoded(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isMade = Array.isArray(parts) && parts.every((part) => typeof part === 'string');
    return isMade && !parts.some((part) => part.includes('\0')) ? parts : [];
  } catch {
    return [];
  }
}

function unknownCursor() {
  return badCursor('must be a next_cursor from an earlier response');
}

function badCursor(message: string, path = 'query.cursor') {
  return invalidRequest([{ path, message }]);
}

/** Columns a list can be ordered by, with their types; never null. */
export interface Orders {
  id: Sql;
  /** Text that distinguishes records with the same id; undefined if ids are unique. */
  own?: Sql;
  /** Text that orders records with equal values, before the id. */
  rank?: Sql;
  by: Record<string, { column: Sql; type: 'timestamptz' | 'text' | 'bigint' }>;
}

/** For lists ordered by creation. */
export function byCreation(tx: Tx, id = tx`id`, column = tx`created_at`): Orders {
  return { id, by: { created_at: { column, type: 'timestamptz' } } };
}

/** Or by last change. */
export function byCreationOrChange(id: Sql, createdAt: Sql, updatedAt: Sql): Orders {
  const at = (column: Sql) => ({ column, type: 'timestamptz' as const });
  return { id, by: { created_at: at(createdAt), updated_at: at(updatedAt) } };
}

/** SQL parts of a list that depend on its order. */
export function ordering(
  tx: Tx,
  { by, isDescending, after }: OrderedPage,
  { id, own, rank, by: orders }: Orders,
) {
  const order = orders[by];
  if (!order) throw new Error(`the list has no order ${by}`);
  const { column, type } = order;
  if (after && !isValue(after.value, type)) throw unknownCursor();
  const direction = isDescending ? tx`desc` : tx`asc`;
  const follows = isDescending ? tx`<` : tx`>`;
  const text = tx`${after?.value ?? ''}::text`;
  const more = rank ?? own;
  const inOrder = (first: Sql, ofId: Sql, other: Sql) => {
    if (rank) return tx`${first}, ${other}, ${ofId}`;
    return own ? tx`${first}, ${ofId}, ${other}` : tx`${first}, ${ofId}`;
  };
  const key = inOrder(column, id, more ?? tx``);
  const place = inOrder(
    typed(tx, text, type),
    tx`${after?.id ?? ''}::text::uuid`,
    tx`${after?.own ?? ''}::text`,
  );
  return {
    /** A condition, starting with `and`. */
    after: after ? tx`and (${key}) ${follows} (${place})` : tx``,
    orderBy: tx`order by ${inOrder(
      tx`${column} ${direction}`,
      tx`${id} ${direction}`,
      more ? tx`${more} ${direction}` : tx``,
    )}`,
    /** Columns to select for the record's position. */
    mark: tx`${type === 'timestamptz' ? utcMicros(tx, column) : tx`${column}::text`} as cursor_value${
      more ? tx`, ${more} as cursor_own` : tx``
    }`,
  };
}

function isValue(text: string, type: 'timestamptz' | 'text' | 'bigint'): boolean {
  if (type === 'timestamptz') return parseInstant(text) !== undefined;
  return type === 'text' || /^\d{1,18}$/.test(text);
}

function typed(tx: Tx, text: Sql, type: 'timestamptz' | 'text' | 'bigint'): Sql {
  if (type === 'text') return text;
  return type === 'bigint' ? tx`${text}::bigint` : tx`${text}::timestamptz`;
}

export interface Marked {
  cursor_value: string;
  cursor_own?: string;
}

/**
 * Removes the positions from rows, and returns the start of the next page. `found`: intended size of the page; some
 * records may have been deleted since.
 */
export function marked<Row extends { id: string } & Marked>(
  rows: Row[],
  page: OrderedPage,
  rowCount = rows.length,
) {
  const last = rowCount < page.limit ? undefined : rows.at(-1);
  const sort = `${page.isDescending ? '-' : ''}${page.by}`;
  return {
    rows: rows.map(({ cursor_value, cursor_own, ...row }) => row),
    next: last
      ? cursorOf([sort, last.cursor_value, last.id, ...[last.cursor_own ?? []].flat()])
      : null,
  };
}

function cursorOf(parts: string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function orderedAnswer<T>(
  { data, next }: { data: T[]; next: string | null },
  { limit, offset, hasCursor }: OrderedPage,
  total: number,
) {
  return { data, pagination: { limit, offset, total, ...(hasCursor && { next_cursor: next }) } };
}

/** A list with page and total over the same records. */
export interface List<Row, Shaped> {
  columns: Sql;
  /** SQL after `from`, with the condition. */
  records: Sql;
  orders: Orders;
  toRecord: (row: Row) => Shaped | Promise<Shaped>;
  /** A known total, or another way to count. */
  total?: number | Promise<number> | undefined;
  /** How to prepare the statements. */
  prepared?: <T extends object>(query: T) => T;
}

/** Returns one page. */
export async function listPage<Row extends { id: string }, Shaped>(
  tx: Tx,
  page: OrderedPage,
  list: List<Row, Shaped>,
) {
  const { columns, records, orders, toRecord, total, prepared = (query) => query } = list;
  const { after, orderBy, mark } = ordering(tx, page, orders);
  const [matches, all] = await Promise.all([
    prepared(tx<(Row & Marked)[]>`
      select ${columns}, ${mark} from ${records} ${after}
      ${orderBy} limit ${page.limit} offset ${page.offset}`),
    total ?? countOf(tx, records, prepared),
  ]);
  const { rows, next } = marked(matches, page);
  const data = await Promise.all(rows.map((row) => toRecord(row as unknown as Row)));
  return orderedAnswer({ data, next }, page, all);
}

/** `records`: SQL after `from`. */
export async function countOf(
  tx: Tx,
  records: Sql,
  prepared: <T extends object>(query: T) => T = (query) => query,
): Promise<number> {
  const [row] = await prepared(tx<{ total: number }[]>`
    select count(*)::integer as total from ${records}`);
  return row?.total ?? 0;
}
