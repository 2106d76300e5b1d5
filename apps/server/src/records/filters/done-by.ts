/** Who did something, as SQL: ids of those with enough matching events. One query for a whole list. */
import type { RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { ownerAtTime } from '../person/ownership.ts';
import { eventsOfTime } from '../visit/events-by-time.ts';

export interface EventCriterion {
  workspaceId: string;
  isTest: boolean;
  name: string;
  atLeast: number;
  /** UTC; undefined: no limit. */
  since: string | undefined;
  /** Condition on event `e`. */
  where: Sql;
}

/** Who did something: the record's `key` is among `ids`. */
export interface Doers {
  key: Sql;
  ids: Sql;
}

/** A condition on the record; undefined for kinds without events. */
export function doneBy(tx: Tx, kind: RecordKind, event: EventCriterion): Sql | undefined {
  const [visitors, people] = [doersOf(tx, 'visitor', event), doersOf(tx, 'identity', event)];
  // A lead belongs to its person, if it has one.
  if (kind === 'lead' && visitors && people) {
    return tx`case when l.identity_id is null
      then l.visitor_id in (${visitors.ids}) else l.identity_id in (${people.ids}) end`;
  }
  const doers = doersOf(tx, kind, event);
  return doers && tx`${doers.key} in (${doers.ids})`;
}

/** Undefined for kinds without events, and for leads, which have no single key. */
export function doersOf(tx: Tx, kind: RecordKind, event: EventCriterion): Doers | undefined {
  const { workspaceId, isTest, atLeast } = event;
  const events = eventsOf(tx, event);
  const enough = (who: Sql) => tx`group by ${who} having count(*) >= ${atLeast}`;
  const visits = tx`
    select d.visitor_id, d.session_id from (${events}) d ${enough(tx`d.visitor_id, d.session_id`)}`;
  switch (kind) {
    case 'visitor':
      return {
        key: tx`v.id`,
        ids: tx`select d.visitor_id from (${events}) d ${enough(tx`d.visitor_id`)}`,
      };
    case 'session':
      return { key: tx`(s.visitor_id, s.id)`, ids: visits };
    case 'visit':
      return { key: tx`(f.visitor_id, f.session_id)`, ids: visits };
    case 'identity':
      return {
        key: tx`i.id`,
        ids: tx`
          select d.identity_id from (${ofPeople(tx, workspaceId, events)}) d
          where d.identity_id is not null ${enough(tx`d.identity_id`)}`,
      };
    case 'company':
      return {
        key: tx`c.id`,
        ids: tx`
          select w.company_id from (${events}) d
          join (select distinct visitor_id, company_id from company_evidence
                where workspace_id = ${workspaceId} and is_test = ${isTest}) w using (visitor_id)
          ${enough(tx`w.company_id`)}`,
      };
    default:
      return undefined;
  }
}

/** The same, checked for each record; undefined for kinds that only support sets. */
export function eachDid(tx: Tx, kind: RecordKind, event: EventCriterion): Sql | undefined {
  const { workspaceId, atLeast } = event;
  const enough = (events: Sql) =>
    tx`(select count(*) from (${events} limit ${atLeast}) d) >= ${atLeast}`;
  switch (kind) {
    case 'visitor':
      return enough(eventsOfVisitors(tx, event, tx`s.visitor_id = v.id`));
    case 'identity': {
      const of = { visitorId: tx`e.visitor_id`, isTest: tx`e.is_test`, at: tx`e.occurred_at` };
      const visitors = tx`s.visitor_id in (select k.visitor_id from identity_links k
        where k.workspace_id = ${workspaceId} and k.identity_id = i.id)`;
      return enough(tx`${eventsOfVisitors(tx, event, visitors)}
        and ${ownerAtTime(tx, workspaceId, of)} = i.id`);
    }
    default:
      return undefined;
  }
}

function eventsOfVisitors(
  tx: Tx,
  { workspaceId, isTest, name, since, where }: EventCriterion,
  ofWhom: Sql,
): Sql {
  const inTime =
    since === undefined
      ? tx``
      : tx`and s.last_activity_at >= ${since}::text::timestamptz and e.occurred_at >= ${since}::text::timestamptz`;
  return tx`
    select from sessions s join events e
      on e.workspace_id = ${workspaceId} and e.session_id = s.id and e.visitor_id = s.visitor_id and e.is_test = s.is_test
    where s.workspace_id = ${workspaceId} and s.is_test = ${isTest} and ${ofWhom} ${inTime}
      and ${isEventCriterion(tx, name)} and ${where}`;
}

/**
 * Matching events of some visits: `visits` has visitor_id and session_id. `offset 0` forces a lookup per visit, since the planner
 * expects few matches and would scan all events.
 */
export function deedsAmong(
  tx: Tx,
  { workspaceId, isTest, name, since, where }: EventCriterion,
  visits: Sql,
): Sql {
  const inTime = since === undefined ? tx`` : tx`and e.occurred_at >= ${since}::text::timestamptz`;
  return tx`
    select d.visitor_id, d.is_test, d.occurred_at from (${visits}) u cross join lateral (
      select e.visitor_id, e.is_test, e.occurred_at from events e
      where e.workspace_id = ${workspaceId} and e.session_id = u.session_id and e.visitor_id = u.visitor_id
        and e.is_test = ${isTest} ${inTime} and ${isEventCriterion(tx, name)} and ${where}
      offset 0
    ) d`;
}

/** Page views as figures count them: a conversion named page_view is not one. */
function isEventCriterion(tx: Tx, name: string): Sql {
  return name === 'page_view'
    ? tx`e.type = 'event' and e.name = ${name}`
    : tx`e.type in ('event', 'conversion') and e.name = ${name}`;
}

function eventsOf(tx: Tx, { workspaceId, isTest, name, since, where }: EventCriterion): Sql {
  const events =
    since === undefined
      ? tx`events e`
      : eventsOfTime(
          tx,
          workspaceId,
          { from: since, until: undefined },
          tx`e.occurred_at >= ${since}::text::timestamptz`,
        );
  return tx`
    select e.visitor_id, e.session_id, e.is_test, e.occurred_at from ${events}
    where e.workspace_id = ${workspaceId} and e.is_test = ${isTest}
      and ${isEventCriterion(tx, name)} and ${where}`;
}

function ofPeople(tx: Tx, workspaceId: string, events: Sql): Sql {
  const of = { visitorId: tx`a.visitor_id`, isTest: tx`a.is_test`, at: tx`a.occurred_at` };
  return tx`select ${ownerAtTime(tx, workspaceId, of)} as identity_id from (${events}) a`;
}
