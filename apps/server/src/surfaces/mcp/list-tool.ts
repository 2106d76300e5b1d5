/** The tool `list`: as many records as fit, the number left, and where to continue. */
import type { AgentKind } from '@footfall/contract/agent';
import { invalidRequest } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { TSchema } from 'typebox';
import { usualDaysOf } from '../../platform/resource-kit/time-window.ts';
import { fitted, type Reply, roomOf, tellingOf } from './answers.ts';
import { pageOf } from './links.ts';
import { type AgentSession, type AnswerBody, readAs } from './session.ts';
import { shownValue } from './shown-value.ts';
import { allowed, type Behind, type Listed, listOf } from './uses.ts';

export interface ListArguments {
  kind: AgentKind;
  filter?: string;
  fields?: string[];
  sort?: string;
  parameters?: Record<string, unknown>;
  limit?: number;
  cursor?: string;
  max_tokens?: number;
}

const usualLimit = 20;
/** Parameters of every list, set by the tool's arguments. */
export const ownNames = new Set(['limit', 'offset', 'cursor', 'filter', 'fields', 'sort']);

export async function listRecords(session: AgentSession, input: ListArguments): Promise<Reply> {
  const operation = listOf(input.kind);
  if (!operation) throw invalidRequest([{ path: 'kind', message: 'does not support list' }]);
  const behind = allowed(operation, session.permissions);
  const twice = Object.keys(input.parameters ?? {}).find((name) => ownNames.has(name));
  if (twice)
    throw invalidRequest([
      {
        path: 'parameters',
        message: `must not contain ${twice}. Use the argument ${twice} instead`,
      },
    ]);
  const start = startOf(input.cursor);
  const read = (limit: number) =>
    readAs(session, behind.operation, queryOf(behind, input, start, limit));
  const item = itemOf(behind);
  const telling = tellingOf(session, 'many');
  const room = roomOf(input.max_tokens);
  const fitting = ({ data }: AnswerBody) =>
    fitted(recordsIn(data), (record) => shownValue(item, record, telling), room);

  let page = await read(input.limit ?? usualLimit);
  let fit = fitting(page);
  // A page that ends with the last returned record has its cursor.
  if (fit.records.length < recordsIn(page.data).length) {
    page = await read(fit.records.length);
    fit = fitting(page);
  }
  const { records, isOfVisitors } = fit;
  const total = page.pagination?.total ?? records.length;
  const before = start.shown + records.length;
  const left = Math.max(0, total - before);
  const next = page.pagination?.next_cursor;
  const hasMore = left > 0 && typeof next === 'string';
  const cursor = hasMore ? cursorOf({ after: next, shown: before }) : undefined;
  const narrowed = usualWindow(behind.operation, input.parameters);
  const link = pageOf(session, input.kind, '{id}');
  return {
    structured: {
      kind: input.kind,
      total,
      left,
      ...narrowed,
      ...(cursor && { cursor }),
      ...(link && { link }),
      records,
    },
    text: `${records.length} of ${total} shown${hasMore ? `, ${left} left. Call again with the cursor` : ''}.`,
    rows: records.length,
    isOfVisitors,
  };
}

/** Marks a total that only covers some days. */
function usualWindow({ window }: OperationSpec, input: Record<string, unknown> = {}) {
  if (!window || usualDaysOf(window, input) === undefined) return {};
  const { usualDays, mostDays, after, before } = window;
  const longer =
    mostDays > usualDays ? `up to ${mostDays} days with` : `other days with ${before} and`;
  return { only: `${usualDays} days; ${longer} parameters.${after}` };
}

function queryOf(
  { operation, use }: Behind<Listed>,
  { filter, fields, sort, parameters = {} }: ListArguments,
  start: Start,
  limit: number,
) {
  const record = itemOf({ operation, use });
  const names = Object.keys((record as { properties?: object }).properties ?? {});
  const wanted = fields?.includes('*') ? names : (fields ?? use.fields);
  const own = names.filter(
    (name) => name === 'id' || (name === 'campaign_id' && !names.includes('id')),
  );
  return {
    query: {
      ...asText(parameters),
      limit,
      cursor: start.after,
      filter,
      sort,
      fields: [...new Set([...own, ...wanted])].join(),
    },
  };
}

/** Lists as comma-separated query values. */
function asText(parameters: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join() : value,
    ]),
  );
}

/** Schema of a record in the list. */
export function itemOf({ operation }: Behind): TSchema {
  const { data } = (
    operation.ok as unknown as { properties: { data: TSchema & { items?: TSchema } } }
  ).properties;
  return data.items ?? data;
}

export function recordsIn(data: unknown): unknown[] {
  return Array.isArray(data) ? data : [data];
}

interface Start {
  /** Cursor of the list's own pages; empty: from the start. */
  after: string;
  /** Records returned before. */
  shown: number;
}

function cursorOf({ after, shown: before }: Start): string {
  return `${before}.${after}`;
}

function startOf(cursor: string | undefined): Start {
  if (!cursor) return { after: '', shown: 0 };
  const [, before, after = ''] = /^(\d{1,9})\.([\w-]+)$/.exec(cursor) ?? [];
  if (before === undefined) {
    throw invalidRequest([
      { path: 'cursor', message: 'must be a cursor from an earlier list response' },
    ]);
  }
  return { after, shown: Number(before) };
}
