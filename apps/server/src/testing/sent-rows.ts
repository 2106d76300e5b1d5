/** What is stored of a workspace, and what ClickHouse shows of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestClickHouse } from './clickhouse.ts';
import type { Harness, TestWorkspace } from './harness.ts';

/** Of a sink that failed for long, and some time to send. */
const longestPauseMs = 50_000;

/** Each row once, with what PostgreSQL has of it by now. */
export async function showsAll(h: Harness, clickhouse: TestClickHouse, { id }: TestWorkspace) {
  const pages = async () => ({
    shown: await shownIn(clickhouse, id),
    stored: await storedIn(h, id),
  });
  for (const end = Date.now() + longestPauseMs; Date.now() < end; await sleep(100)) {
    const { shown, stored } = await pages().catch(() => ({
      shown: 'no tables yet',
      stored: undefined,
    }));
    if (JSON.stringify(shown) === JSON.stringify(stored)) return;
  }
  const { shown, stored } = await pages();
  expect(shown).toEqual(stored);
}

export interface Shown {
  visits: unknown[];
  events: unknown[];
}

async function shownIn(clickhouse: TestClickHouse, id: string): Promise<Shown> {
  const of = `final where workspace_id = '${id}'`;
  return {
    visits: await clickhouse.rows(`
      select visitor_id, id, is_test, toString(started_at) as started_at, event_count, page_view_count, source,
        entry_url, bot, campaign from footfall_visits ${of} order by toString(visitor_id), toString(id), is_test`),
    events: await clickhouse.rows(`
      select id, visitor_id, session_id, is_test, toString(occurred_at) as occurred_at, type, name, url, properties
      from footfall_events ${of} order by toString(id)`),
  };
}

export async function storedIn(h: Harness, id: string): Promise<Shown> {
  return h.db.workspace(id, async (tx) => ({
    visits: [
      ...(await tx`
        select visitor_id, id, is_test, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as started_at,
          event_count, page_view_count, source, entry_url, bot, coalesce(campaign::text, '') as campaign
        from sessions where workspace_id = ${id} order by visitor_id, id, is_test`),
    ],
    events: [
      ...(await tx`
        select e.id, visitor_id, session_id, is_test, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as occurred_at,
          type, e.name, coalesce(url, '') as url,
          case when type = 'identify' then '' else coalesce(properties::text, '') end as properties
        from events e join workspaces w on w.workspace_id = ${id}
        where e.workspace_id = ${id} and not (type = 'session' and e.name = '')
          and occurred_at >= coalesce(w.events_kept_since, '-infinity') order by e.id`),
    ],
  }));
}
