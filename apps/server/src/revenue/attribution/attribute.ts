/**
 * Recomputes touches in the database from stored visits, people, conversions and leads. credit.ts has the
 * rules.
 */
import { attributionModelNames } from '@footfall/contract/campaigns';
import { recordChanges } from '../../platform/changes/record.ts';
import {
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros, utcMicrosText } from '../../platform/db/instants.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import type { Link } from '../../records/person/links.ts';
import { noteCredit } from '../conversions/store.ts';
import { type Subject, type Touch, type Visit, visitCrediting } from './credit.ts';

/** Conversions and leads written at once: at most 21 rows each. */
const subjectsAtOnce = 250;

/**
 * Recomputes the touches of these visitors' conversions and leads, and of everybody who shares a person with
 * them. Requires a workspace transaction.
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
 * The same for these visitors alone. `since`: only for what happened from this instant on, in PostgreSQL's
 * format. Returns the number of conversions and leads.
 */
export async function attributeVisitors(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  since = '-infinity',
): Promise<number> {
  if (visitorIds.length === 0) return 0;
  // Later reads see what previous holders of the lock wrote.
  await lockVisitors(tx, 'attribution', workspaceId, visitorIds);
  const [subjects, links] = await Promise.all([
    selectSubjects(tx, workspaceId, visitorIds, since),
    selectLinks(tx, workspaceId, visitorIds),
  ]);
  if (subjects.length === 0) return 0;
  const visitors = new Set([...visitorIds, ...links.map(({ visitor_id }) => visitor_id)]);
  const [visits, ofFirst] = await Promise.all([
    selectVisits(tx, workspaceId, [...visitors]),
    selectTouches(tx, workspaceId, subjects.slice(0, subjectsAtOnce)),
  ]);
  const touchesOf = visitCrediting(links, visits);
  const credited = new Set<string>();
  for (let from = 0; from < subjects.length; from += subjectsAtOnce) {
    const some = subjects.slice(from, from + subjectsAtOnce);
    const stored = from === 0 ? ofFirst : await selectTouches(tx, workspaceId, some);
    const changed = await storeTouches(tx, workspaceId, some.flatMap(touchesOf), stored);
    for (const id of changed) credited.add(id);
  }
  const isCredited = ({ type, id }: Subject) => type === 'conversion' && credited.has(id);
  await tellOfCredit(tx, workspaceId, subjects.filter(isCredited));
  return subjects.length;
}

/** Marks conversions as changed. Last, since whoever deletes a conversion locks its row before its touches. */
async function tellOfCredit(tx: Tx, workspaceId: string, conversions: Subject[]): Promise<void> {
  await noteCredit(
    tx,
    workspaceId,
    conversions.map(({ id }) => id),
  );
  const changes = conversions.map(({ id, is_test: isTest }) => ({
    kind: 'conversion' as const,
    id,
    isTest,
  }));
  await recordChanges(tx, workspaceId, changes);
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

/** Links of these visitors and of everybody who shares a person with them. */
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

const keyColumns: Column<Touch>[] = [
  { name: 'subject_id', type: 'uuid', value: ({ subject }) => subject.id },
  { name: 'subject_type', type: 'text', value: ({ subject }) => subject.type },
  { name: 'place', type: 'integer', value: ({ place }) => place },
];

const valueColumns: Column<Touch>[] = [
  { name: 'visitor_id', type: 'uuid', value: ({ visit }) => visit.visitor_id },
  { name: 'session_id', type: 'uuid', value: ({ visit }) => visit.id },
  { name: 'campaign_id', type: 'uuid', value: ({ visit }) => visit.campaign_id },
  { name: 'source', type: 'text', value: ({ visit }) => visit.source },
  { name: 'is_test', type: 'boolean', value: ({ subject }) => subject.is_test },
  { name: 'occurred_at', type: 'timestamptz', value: ({ subject }) => subject.happened_at },
  { name: 'touched_at', type: 'timestamptz', value: ({ visit }) => visit.started_at },
  ...attributionModelNames.flatMap((model): Column<Touch>[] => [
    { name: `${model}_from`, type: 'integer', value: ({ shares }) => shares[model]?.from ?? null },
    {
      name: `${model}_until`,
      type: 'integer',
      value: ({ shares }) => shares[model]?.until ?? null,
    },
  ]),
];

const columns = [...keyColumns, ...valueColumns];

/** A row of the table; times are texts, as for visits. */
type StoredTouch = Record<string, string | number | boolean | null>;

async function selectTouches(tx: Tx, workspaceId: string, subjects: Subject[]) {
  const listed = columns.map(({ name, type }) =>
    type === 'timestamptz' ? `${utcMicrosText(name)} as ${name}` : name,
  );
  return tx<StoredTouch[]>`
    select ${tx.unsafe(listed.join(', '))} from touchpoints
    where workspace_id = ${workspaceId} and subject_id = any(${subjects.map(({ id }) => id)}::uuid[])`;
}

const insert = `
  insert into touchpoints (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${unnestClause(columns, 2)}
  order by t.subject_id, t.subject_type, t.place
  on conflict (workspace_id, subject_id, subject_type, place) do update set
    ${valueColumns.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`;

/** Writes only differences. Returns the affected conversions and leads. */
async function storeTouches(
  tx: Tx,
  workspaceId: string,
  touches: Touch[],
  stored: StoredTouch[],
): Promise<string[]> {
  const storedByKey = new Map(stored.map((row) => [keyOf(row), row]));
  const changed: Touch[] = [];
  for (const touch of touches) {
    const key = keyColumns.map(({ value }) => value(touch)).join();
    const row = storedByKey.get(key);
    storedByKey.delete(key);
    if (!row || valueColumns.some(({ name, value }) => row[name] !== value(touch))) {
      changed.push(touch);
    }
  }
  const gone = [...storedByKey.values()];
  if (gone.length > 0) {
    await tx`
      delete from touchpoints p
      using unnest(${gone.map((row) => row.subject_id as string)}::uuid[],
                   ${gone.map((row) => row.subject_type as string)}::text[],
                   ${gone.map((row) => row.place as number)}::integer[]) as t (subject_id, subject_type, place)
      where p.workspace_id = ${workspaceId} and p.subject_id = t.subject_id
        and p.subject_type = t.subject_type and p.place = t.place`;
  }
  if (changed.length > 0) {
    await tx.unsafe(insert, [workspaceId, ...columnValues(columns, changed)], { prepare: true });
  }
  return [
    ...changed.map(({ subject }) => subject.id),
    ...gone.map((row) => String(row.subject_id)),
  ];
}

function keyOf(row: StoredTouch): string {
  return keyColumns.map(({ name }) => row[name]).join();
}

/** For deleted leads or conversions. */
export async function deleteTouchesOf(
  tx: Tx,
  workspaceId: string,
  type: Subject['type'],
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    delete from touchpoints where workspace_id = ${workspaceId} and subject_type = ${type}
      and subject_id = any(${ids}::uuid[])`;
}
