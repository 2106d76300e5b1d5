/** Pages of lists: rows and the exact total are two questions, so that a page past the end keeps its total. */
import { invalidRequest } from '@footfall/contract/errors';
import { parseInstant } from '@footfall/contract/instant';
import { isUuid } from '@footfall/contract/schema';
import type { Sql, Tx } from '../db/connect.ts';
import { utcMicros } from '../db/instants.ts';

interface PageQuery {
  limit?: number;
  offset?: number;
}

export interface Page {
  limit: number;
  offset: number;
}

export function pageOf({ limit = 50, offset = 0 }: PageQuery): Page {
  return { limit, offset };
}

export function listAnswer<T>(data: T[], { limit, offset }: Page, total: number) {
  return { data, pagination: { limit, offset, total } };
}

/** In which order a list is read, and where a page begins. */
export interface OrderedPage extends Page {
  /** Name of the field. */
  by: string;
  isDescending: boolean;
  /** The last record of the page before. */
  after: Mark | undefined;
  /** Pages by cursor: the answer tells where the next one begins. */
  hasCursor: boolean;
}

/** Where a record stands: the text of its field, as precise as it is stored, and its id. */
interface Mark {
  value: string;
  id: string;
}

interface OrderedQuery extends PageQuery {
  sort?: string;
  cursor?: string;
}

/** @throws ApiError invalid_request when the cursor is of another list or order */
export function orderedPageOf({
  sort = '-created_at',
  cursor,
  ...query
}: OrderedQuery): OrderedPage {
  const isDescending = sort.startsWith('-');
  const by = isDescending ? sort.slice(1) : sort;
  const hasCursor = cursor !== undefined;
  const after = cursor ? readCursor(cursor, sort) : undefined;
  if (after && query.offset) throw badCursor('goes together with no offset', 'query.offset');
  return { ...pageOf(query), by, isDescending, after, hasCursor };
}

function readCursor(cursor: string, sort: string): Mark {
  const [order, value, id] = decoded(cursor);
  if (value === undefined || id === undefined || !isUuid(id)) throw unknownCursor();
  if (order !== sort) throw badCursor(`was given for sort=${order}`);
  return { value, id };
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
  return badCursor('is none that a list gave');
}

function badCursor(message: string, path = 'query.cursor') {
  return invalidRequest([{ path, message }]);
}

/** The columns that a list can be ordered by: of what type, and never null. */
export interface Orders {
  id: Sql;
  by: Record<string, { column: Sql; type: 'timestamptz' | 'text' | 'bigint' }>;
}

/** The parts of a list's statement that come from its order. */
export function ordering(
  tx: Tx,
  { by, isDescending, after }: OrderedPage,
  { id, by: orders }: Orders,
) {
  const order = orders[by];
  if (!order) throw new Error(`the list has no order ${by}`);
  const { column, type } = order;
  if (after && type === 'timestamptz' && !parseInstant(after.value)) throw unknownCursor();
  if (after && type === 'bigint' && !/^\d{1,18}$/.test(after.value)) throw unknownCursor();
  const direction = isDescending ? tx`desc` : tx`asc`;
  const follows = isDescending ? tx`<` : tx`>`;
  const text = tx`${after?.value ?? ''}::text`;
  return {
    /** A condition, from `and` on. */
    after: after
      ? tx`and (${column}, ${id}) ${follows} (${typed(tx, text, type)}, ${after.id}::text::uuid)`
      : tx``,
    orderBy: tx`order by ${column} ${direction}, ${id} ${direction}`,
    /** To be selected as `cursor_value`. */
    mark: type === 'timestamptz' ? utcMicros(tx, column) : tx`${column}::text`,
  };
}

function typed(tx: Tx, text: Sql, type: 'timestamptz' | 'text' | 'bigint'): Sql {
  if (type === 'text') return text;
  return type === 'bigint' ? tx`${text}::bigint` : tx`${text}::timestamptz`;
}

/** Rows that were selected with their mark, without it; and where the next page begins. */
export function marked<Row extends { id: string; cursor_value: string }>(
  rows: Row[],
  page: OrderedPage,
) {
  const last = rows.length < page.limit ? undefined : rows.at(-1);
  const sort = `${page.isDescending ? '-' : ''}${page.by}`;
  return {
    rows: rows.map(({ cursor_value, ...row }) => row),
    next: last ? cursorOf([sort, last.cursor_value, last.id]) : null,
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
