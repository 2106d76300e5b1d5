/**
 * Removes a period's visits of a shared visitor. A visit that others took part in is rebuilt from the remaining events;
 * its device data stays.
 */

import { recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { selectBotOverrides, visitorKeyOf } from '../../records/visit/bot-overrides.ts';
import { markSessions } from '../../records/visit/stats-marks.ts';
import { messageOf } from '../../visits/cutting/reassign-sessions.ts';
import { sessionDeltas, withOpenings } from '../../visits/cutting/sum-up.ts';
import { remakeFirstTouch } from '../../visits/cutting/visitors.ts';
import { selectEventsOfSessions } from '../../visits/events/store.ts';
import type { OpenedSession } from '../../visits/sessions/store.ts';
import { settleFacts } from './facts.ts';
import type { Part, Removed, RunningErasure } from './store.ts';
import {
  deleteEvents,
  deleteVisitor,
  deleteVisits,
  mostEventsAtOnce,
  type RemovedSlice,
} from './visitors.ts';

const visitsAtOnce = 50;

export async function removeSliceOfShared(
  tx: Tx,
  workspaceId: string,
  erasure: RunningErasure,
  { key: visitorId, since, until }: Part,
): Promise<RemovedSlice> {
  const { isTest } = erasure;
  const inPeriod = tx`e.occurred_at >= ${since}::text::timestamptz and e.occurred_at < ${until}::text::timestamptz`;
  const visits = await tx<{ id: string }[]>`
    select s.id from sessions s
    where s.workspace_id = ${workspaceId} and s.visitor_id = ${visitorId} and s.is_test = ${isTest}
      and s.started_at < ${until}::text::timestamptz and s.last_activity_at >= ${since}::text::timestamptz
      and (s.started_at >= ${since}::text::timestamptz and s.last_activity_at < ${until}::text::timestamptz
        or exists (select from events e where e.workspace_id = ${workspaceId} and e.session_id = s.id
          and e.visitor_id = s.visitor_id and e.is_test = s.is_test and ${inPeriod}))
    order by s.id limit ${visitsAtOnce} for update of s`;
  const ids = visits.map(({ id }) => id);
  const events = await deleteEvents(tx, workspaceId, isTest, visitorId, ids, inPeriod);
  if (events === mostEventsAtOnce) return { removed: { events }, isLast: false };
  const gone = await trimVisits(tx, workspaceId, erasure, visitorId, ids, { since, until });
  const removed = { events, sessions: gone.length };
  if (ids.length === visitsAtOnce) return { removed, isLast: false };
  const others = await finishSlice(tx, workspaceId, erasure, visitorId, { since, until });
  return { removed: { ...removed, ...others }, isLast: true };
}

interface Period {
  since: string;
  until: string;
}

/** Returns the visits without remaining events. */
async function trimVisits(
  tx: Tx,
  workspaceId: string,
  erasure: RunningErasure,
  visitorId: string,
  ids: string[],
  { since, until }: Period,
): Promise<string[]> {
  const { isTest } = erasure;
  const kept = tx`workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
    and session_id = any(${ids}::uuid[])`;
  const pages = (column: 'viewed_at' | 'urls') => tx`array(
    select ${column === 'urls' ? tx`u.url` : tx`u.at`} from unnest(k.viewed_at, k.urls) with ordinality u (at, url, place)
    where u.at < ${since}::text::timestamptz or u.at >= ${until}::text::timestamptz order by u.place)`;
  await tx`update kept_visits k set viewed_at = ${pages('viewed_at')}, urls = ${pages('urls')} where ${kept}`;
  await tx`delete from kept_visits where ${kept} and viewed_at = '{}'`;
  const left = await tx<{ id: string; hasEvents: boolean }[]>`
    select s.id, s.has_events as "hasEvents" from (
      select id,
        exists (select from events e where e.workspace_id = ${workspaceId} and e.session_id = t.id
          and e.visitor_id = ${visitorId} and e.is_test = ${isTest}) as has_events,
        exists (select from kept_visits k where k.workspace_id = ${workspaceId} and k.session_id = t.id
          and k.visitor_id = ${visitorId} and k.is_test = ${isTest}) as has_kept
      from unnest(${ids}::uuid[]) t (id)) s
    where has_events or has_kept order by 1`;
  const here = new Set(left.map(({ id }) => id));
  const gone = ids.filter((id) => !here.has(id));
  if (gone.length > 0) await settleFacts(tx, workspaceId, erasure, visitorId, gone);
  await deleteVisits(tx, workspaceId, erasure, visitorId, gone);
  const parts = left.filter(({ hasEvents }) => hasEvents).map(({ id }) => id);
  await remakeVisits(tx, workspaceId, isTest, visitorId, parts);
  return gone;
}

async function remakeVisits(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  visitorId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const overrides = await selectBotOverrides(tx, workspaceId, [visitorId]);
  const override = overrides.get(visitorKeyOf({ visitorId, isTest }));
  const events = await selectEventsOfSessions(tx, workspaceId, visitorId, isTest, ids);
  const visitor = { workspaceId, visitorId, isTest, override };
  const messages = events.map((event) => messageOf(visitor, event, event.session_id));
  for (const session of withOpenings(sessionDeltas(messages))) {
    await rewriteVisit(tx, workspaceId, session);
  }
  const visits = ids.map((sessionId) => ({ visitorId, sessionId, isTest }));
  await markSessions(tx, workspaceId, visits);
  await recordChanges(
    tx,
    workspaceId,
    ids.map((id) => ({ kind: 'session' as const, id, visitorId, isTest })),
  );
}

/** Keeps device and place. */
async function rewriteVisit(tx: Tx, workspaceId: string, session: OpenedSession): Promise<void> {
  const { opened } = session;
  await tx`
    update sessions set
      started_at = ${session.startedAt}, last_activity_at = ${session.lastActivityAt}, ended_at = ${session.endedAt},
      first_event_id = ${session.firstEventId}, exit_event_id = ${session.exitEventId},
      event_count = ${session.eventCount}, activity_count = ${session.activityCount},
      page_view_count = ${session.pageViewCount}, engaged_ms = ${session.engagedMs}, named = ${session.named},
      opening_at = ${session.openingAt}, exit_at = ${session.exitAt}::text::timestamptz, entry_url = ${session.entryUrl},
      exit_url = ${session.exitUrl}, source = ${opened.source}, referrer = ${opened.referrer},
      campaign = ${opened.campaign}::text::jsonb, click_ids = ${opened.clickIds}::text::jsonb,
      campaign_id = ${opened.campaignId}
    where workspace_id = ${workspaceId} and visitor_id = ${session.visitorId} and id = ${session.id}
      and is_test = ${session.isTest}`;
}

/** Removes everything else from the period. */
async function finishSlice(
  tx: Tx,
  workspaceId: string,
  erasure: RunningErasure,
  visitorId: string,
  { since, until }: Period,
): Promise<Removed> {
  const { isTest } = erasure;
  const of = tx`workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}`;
  const within = (column: string) => tx`
    ${tx(column)} >= ${since}::text::timestamptz and ${tx(column)} < ${until}::text::timestamptz`;
  const [visit] = await tx`select from sessions where ${of} limit 1`;
  if (!visit) return deleteVisitor(tx, workspaceId, erasure, visitorId);
  await remakeFirstTouch(tx, workspaceId, visitorId, isTest);
  const { count: consents } = await tx`
    delete from consents where ${of} and ${within('first_given_at')} and ${within('last_given_at')}`;
  const { count: evidence } = await tx`
    delete from company_evidence where ${of} and kind = 'email_domain' and ${within('first_seen_at')}`;
  const { count: refused } = await tx`
    delete from refused_evidence where ${of} and kind = 'email_domain' and ${within('first_seen_at')}`;
  const { count: suggestions } = await tx`
    delete from suggestions where ${of} and ${within('created_at')}`;
  await tx`delete from touchpoints where ${of} and ${within('occurred_at')}`;
  await recordChanges(tx, workspaceId, [{ kind: 'visitor', id: visitorId, isTest }]);
  return {
    shared_visitors: 1,
    consents,
    company_links: evidence + refused,
    suggestions,
  };
}
