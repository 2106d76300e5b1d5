/** `stats` and `live`: figures, and current visitors. */
import type { Live } from '@footfall/contract/live';
import type { Stats } from '@footfall/contract/stats';
import type { TSchema } from 'typebox';
import { fitted, type Reply, roomOf, tellingOf } from './answers.ts';
import { itemOf } from './list-tool.ts';
import { type AgentSession, readAs } from './session.ts';
import { shownValue } from './shown-value.ts';
import { operationOf } from './uses.ts';

export async function countVisits(
  session: AgentSession,
  input: Record<string, unknown>,
): Promise<Reply> {
  const behind = operationOf('stats');
  const { data } = await readAs(session, behind.operation, { query: input });
  const { rows, ...rest } = data as Stats;
  const { properties } = itemOf(behind) as unknown as { properties: Record<string, TSchema> };
  const telling = tellingOf(session, 'many');
  const about = shownValue(itemOf(behind), rest, telling);
  const row = (properties.rows as TSchema & { items: TSchema }).items;
  const fit = fitted(rows, (each) => shownValue(row, each, telling), roomOf(undefined));
  const left = rows.length - fit.records.length;
  return {
    structured: {
      ...(about.value as object),
      rows: fit.records,
      ...(left > 0 && { rows_left: left }),
    },
    text: rowsText(input, rows.length, left),
    rows: fit.records.length,
    isOfVisitors: fit.isOfVisitors,
  };
}

function rowsText(input: Record<string, unknown>, count: number, left: number): string {
  if (!input.dimensions && !input.interval) {
    return 'Totals only. Set dimensions or interval to get rows.';
  }
  const more = `, ${left} more left out. Use a shorter range, a longer interval or a smaller top`;
  return `${count - left} rows${left > 0 ? more : ''}.`;
}

export async function whoIsHere(
  session: AgentSession,
  { limit = 20 }: { limit?: number },
): Promise<Reply> {
  const behind = operationOf('live');
  const { data } = await readAs(session, behind.operation, { query: { limit } });
  // Minutes are only for charts.
  const { visitors, minutes: _, ...counts } = data as Live;
  const { properties } = itemOf(behind) as unknown as { properties: Record<string, TSchema> };
  const visitor = (properties.visitors as TSchema & { items: TSchema }).items;
  const telling = tellingOf(session, 'many');
  const fit = fitted(visitors, (each) => shownValue(visitor, each, telling), roomOf(undefined));
  const left = counts.visitors_30_minutes - fit.records.length;
  return {
    structured: { ...counts, visitors: fit.records, ...(left > 0 && { left }) },
    text: `${counts.visitors_30_minutes} visitors in the last 30 minutes; ${fit.records.length} shown.`,
    rows: fit.records.length,
    isOfVisitors: fit.isOfVisitors,
  };
}
