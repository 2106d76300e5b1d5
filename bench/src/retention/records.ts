/** What is there of a filled workspace, and what has to stay as it was when its oldest events go. */
import type postgres from 'postgres';

/** Of everything that was there before `since`, by the names of what is compared. */
export type Records = Record<string, string>;

/** Rows as a whole, but for what is kept of removed events; of people and companies how many there are. */
const statements: Record<string, string> = {
  visits: `select count(*) || ' ' || sum(event_count) || ' ' || sum(hashtext(s::text)::bigint) as it
           from sessions s where workspace_id = $1::text::uuid and started_at < $2::text::timestamptz`,
  visitors: `select count(*) || ' ' || sum(hashtext(v::text)::bigint) as it
             from visitors v where workspace_id = $1::text::uuid and first_seen_at < $2::text::timestamptz`,
  leads: `select count(*) || ' ' || sum(hashtext(l::text)::bigint) as it
          from leads l where workspace_id = $1::text::uuid and created_at < $2::text::timestamptz`,
  conversions: `select count(*) || ' ' || sum(hashtext(c::text)::bigint) as it
                from conversions c where workspace_id = $1::text::uuid and created_at < $2::text::timestamptz`,
  people: `select count(*)::text as it
           from identities where workspace_id = $1::text::uuid and created_at < $2::text::timestamptz`,
  'links of people': `select count(*)::text as it
           from identity_links where workspace_id = $1::text::uuid and linked_at < $2::text::timestamptz`,
};

export async function recordsOf(
  sql: postgres.Sql,
  workspaceId: string,
  since: string,
  figures: string,
): Promise<Records> {
  const records: Records = { figures };
  for (const [name, statement] of Object.entries(statements)) {
    const [row] = await sql.unsafe<{ it: string }[]>(statement, [workspaceId, since]);
    records[name] = row?.it ?? '';
  }
  return records;
}

export type Events = {
  /** Of visits that are over since a day before the horizon, and of those that are not. */
  old: number;
  unsettled: number;
  /** Of before the run, and of what came in it. */
  kept: number;
  fresh: number;
};

export async function eventsOf(
  sql: postgres.Sql,
  workspaceId: string,
  horizon: string,
  since: string,
): Promise<Events> {
  const [row] = await sql<Events[]>`
    select
      (count(*) filter (where e.occurred_at < ${horizon}::text::timestamptz
        and s.last_activity_at < ${horizon}::text::timestamptz - interval '1 day'))::float8 as old,
      (count(*) filter (where e.occurred_at < ${horizon}::text::timestamptz
        and s.last_activity_at >= ${horizon}::text::timestamptz - interval '1 day'))::float8 as unsettled,
      (count(*) filter (where e.occurred_at >= ${horizon}::text::timestamptz
        and e.received_at < ${since}::text::timestamptz))::float8 as kept,
      (count(*) filter (where e.received_at >= ${since}::text::timestamptz))::float8 as fresh
    from events e left join sessions s on s.workspace_id = e.workspace_id and s.visitor_id = e.visitor_id
      and s.id = e.session_id and s.is_test = e.is_test
    where e.workspace_id = ${workspaceId}`;
  return row ?? { old: 0, unsettled: 0, kept: 0, fresh: 0 };
}
