/**
 * Touches in the database: made anew from what is stored of visits, people, conversions and leads.
 * See credit.ts for what is credited.
 */
import type { AttributionModel } from '@footfall/contract/campaigns';
import type { Tx } from '../../db/connect.ts';
import { utcMicros } from '../../db/instants.ts';
import { lockVisitors } from '../../db/visitor-locks.ts';
import type { Link } from '../../identities/links.ts';
import { type Subject, type Touch, type Visit, visitCrediting } from './credit.ts';

/** Conversions and leads whose touches are written at once: 63 rows each at most. */
const subjectsAtOnce = 250;

/**
 * Makes the touches of the conversions and leads of these visitors, and of those who share a person
 * with them, from what is stored now. In a transaction of the workspace.
 */
export async function attribute(tx: Tx, workspaceId: string, visitorIds: string[]): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    select distinct visitor_id as id from identity_links
    where workspace_id = ${workspaceId} and identity_id in (
      select identity_id from identity_links
      where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[]))`;
  const all = new Set([...visitorIds, ...rows.map(({ id }) => id)]);
  await attributeVisitors(tx, workspaceId, [...all]);
}

/**
 * The same for the conversions and leads of these visitors alone. `since`: only for what happened
 * from this instant on, as PostgreSQL reads timestamps. Resolves with how many there are.
 */
export async function attributeVisitors(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  since = '-infinity',
): Promise<number> {
  if (visitorIds.length === 0) return 0;
  // What is read after that is what those who had the lock before have left.
  await lockVisitors(tx, 'attribution', workspaceId, visitorIds);
  const [subjects, links] = await Promise.all([
    selectSubjects(tx, workspaceId, visitorIds, since),
    selectLinks(tx, workspaceId, visitorIds),
  ]);
  if (subjects.length === 0) return 0;
  const visitors = new Set([...visitorIds, ...links.map(({ visitor_id }) => visitor_id)]);
  const visits = await selectVisits(tx, workspaceId, [...visitors]);
  const touchesOf = visitCrediting(links, visits);
  for (let from = 0; from < subjects.length; from += subjectsAtOnce) {
    const some = subjects.slice(from, from + subjectsAtOnce);
    const stored = await selectTouches(tx, workspaceId, some);
    await storeTouches(tx, workspaceId, some.flatMap(touchesOf), stored);
  }
  return subjects.length;
}

async function selectSubjects(tx: Tx, workspaceId: string, visitorIds: string[], since: string) {
  return tx<Subject[]>`
    select 'conversion' as type, id, is_test, visitor_id, session_id,
           ${utcMicros(tx, 'created_at')} as happened_at
    from conversions
    where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[])
      and created_at >= ${since}::text::timestamptz
    union all
    select 'lead', id, is_test, visitor_id, session_id, ${utcMicros(tx, 'created_at')} from leads
    where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[])
      and created_at >= ${since}::text::timestamptz`;
}

/** Of these visitors and of everybody who shares a person with them. */
async function selectLinks(tx: Tx, workspaceId: string, visitorIds: string[]) {
  return tx<Link[]>`
    select visitor_id, is_test, identity_id, event_id, ${utcMicros(tx, 'linked_at')} as linked_at
    from identity_links
    where workspace_id = ${workspaceId} and identity_id is not null and visitor_id in (
      select visitor_id from identity_links
      where workspace_id = ${workspaceId} and identity_id in (
        select identity_id from identity_links
        where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[])))`;
}

async function selectVisits(tx: Tx, workspaceId: string, visitorIds: string[]) {
  return tx<Visit[]>`
    select visitor_id, id, is_test, campaign_id, source, bot <> '' as is_bot,
           ${utcMicros(tx, 'started_at')} as started_at
    from sessions where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[])`;
}

/** A row of the table. */
interface StoredTouch {
  subject_type: Subject['type'];
  subject_id: string;
  model: AttributionModel;
  visitor_id: string;
  session_id: string;
  is_test: boolean;
  occurred_at: string;
  touched_at: string;
  campaign_id: string | null;
  source: string;
  credit_from: number;
  credit_until: number;
}

async function selectTouches(tx: Tx, workspaceId: string, subjects: Subject[]) {
  return tx<StoredTouch[]>`
    select subject_type, subject_id, model, visitor_id, session_id, is_test, campaign_id, source,
           credit_from, credit_until,
           ${utcMicros(tx, 'occurred_at')} as occurred_at, ${utcMicros(tx, 'touched_at')} as touched_at
    from touches
    where workspace_id = ${workspaceId} and subject_id = any(${subjects.map(({ id }) => id)}::uuid[])`;
}

/** Writes what differs. */
async function storeTouches(
  tx: Tx,
  workspaceId: string,
  touches: Touch[],
  stored: StoredTouch[],
): Promise<void> {
  const rows = new Map(touches.map(rowOf).map((row) => [keyOf(row), row]));
  const known = new Map(stored.map((row) => [keyOf(row), row]));
  const gone = stored.filter((row) => !rows.has(keyOf(row)));
  const changed = [...rows].filter(([key, row]) => !isSame(row, known.get(key)));
  if (gone.length > 0) {
    await tx`
      delete from touches t
      using jsonb_populate_recordset(null::touches, ${JSON.stringify(gone)}::text::jsonb) g
      where t.workspace_id = ${workspaceId} and t.subject_id = g.subject_id
        and t.subject_type = g.subject_type and t.model = g.model and t.visitor_id = g.visitor_id
        and t.session_id = g.session_id`;
  }
  if (changed.length > 0) {
    const values = JSON.stringify(changed.map(([, row]) => row));
    await tx`
      insert into touches (workspace_id, subject_type, subject_id, model, visitor_id, session_id,
                           is_test, occurred_at, touched_at, campaign_id, source, credit_from, credit_until)
      select ${workspaceId}::uuid, subject_type, subject_id, model, visitor_id, session_id,
             is_test, occurred_at, touched_at, campaign_id, source, credit_from, credit_until
      from jsonb_populate_recordset(null::touches, ${values}::text::jsonb)
      on conflict (workspace_id, subject_id, subject_type, model, visitor_id, session_id) do update set
        is_test = excluded.is_test, occurred_at = excluded.occurred_at,
        touched_at = excluded.touched_at, campaign_id = excluded.campaign_id,
        source = excluded.source, credit_from = excluded.credit_from,
        credit_until = excluded.credit_until`;
  }
}

/** Of leads or conversions that are no more. */
export async function deleteTouchesOf(
  tx: Tx,
  workspaceId: string,
  type: Subject['type'],
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    delete from touches where workspace_id = ${workspaceId} and subject_type = ${type}
      and subject_id = any(${ids}::uuid[])`;
}

function rowOf({ subject, model, visit, from, until }: Touch): StoredTouch {
  return {
    subject_type: subject.type,
    subject_id: subject.id,
    model,
    visitor_id: visit.visitor_id,
    session_id: visit.id,
    is_test: subject.is_test,
    occurred_at: subject.happened_at,
    touched_at: visit.started_at,
    campaign_id: visit.campaign_id,
    source: visit.source,
    credit_from: from,
    credit_until: until,
  };
}

function keyOf(row: StoredTouch): string {
  return [row.subject_type, row.subject_id, row.model, row.visitor_id, row.session_id].join();
}

/** Both have the same key. */
function isSame(row: StoredTouch, stored: StoredTouch | undefined): boolean {
  return (
    row.is_test === stored?.is_test &&
    row.occurred_at === stored.occurred_at &&
    row.touched_at === stored.touched_at &&
    row.campaign_id === stored.campaign_id &&
    row.source === stored.source &&
    row.credit_from === stored.credit_from &&
    row.credit_until === stored.credit_until
  );
}
