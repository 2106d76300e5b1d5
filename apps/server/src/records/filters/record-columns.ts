/** Maps the fields of the filter language to SQL columns, by kind of record. */
import type { filterFields, RecordKind } from '@footfall/contract/filter-fields';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { confidenceInSql, strongestEvidence } from '../company/evidence.ts';
import { shownTraits } from '../person/edited-traits.ts';
import { currentOwner } from '../person/ownership.ts';
import { intentToday, stageToday } from '../person/score-today.ts';
import { firstSeen, lastSeen, seenPlace } from '../person/seen.ts';
import { isBounceInSql } from '../visit/bounce.ts';
import { countedValues } from '../visit/counted.ts';
import { agentInSql, stateInSql } from '../visit/state.ts';

type Columns<Kind extends RecordKind> = Record<keyof (typeof filterFields)[Kind], Sql>;

/** Aliases in all queries: `l` leads, `v` visitors, `i` identities, `c` companies, `s` sessions, `n` conversions, `g` campaigns, `vl` lists, `e` events, `f` counted visits. */
export const columnsOf: {
  [Kind in RecordKind]: (tx: Tx, workspaceId: string) => Columns<Kind>;
} = {
  lead: (tx) => ({
    id: tx`l.id`,
    visitor_id: tx`l.visitor_id`,
    identity_id: tx`l.identity_id`,
    session_id: tx`l.session_id`,
    company_id: tx`l.company_id`,
    code: tx`l.code`,
    source: tx`l.source`,
    properties: tx`l.properties`,
    location: tx`l.location`,
    summary: tx`l.summary`,
    suspect: tx`l.suspect`,
    created_at: tx`l.created_at`,
    updated_at: tx`l.updated_at`,
  }),
  visitor: (tx, workspaceId) => ({
    id: tx`v.id`,
    identity_id: tx`(${currentOwner(tx, workspaceId)})`,
    company_id: tx`(select company_id from (${strongestEvidence(tx, workspaceId)}) strongest)`,
    company_confidence: tx`(select ${confidenceInSql(tx)} from (${strongestEvidence(tx, workspaceId)}) strongest)`,
    source: tx`v.source`,
    channel: tx`coalesce(v.channel, '')`,
    channel_group: ofFirstVisit(tx, workspaceId, 'channel_group'),
    origin: ofFirstVisit(tx, workspaceId, 'source'),
    referrer: tx`v.referrer`,
    entry_url: tx`v.entry_url`,
    campaign: tx`v.campaign`,
    city: latestVisit(tx, workspaceId, tx`s.city`),
    country: latestVisit(tx, workspaceId, tx`s.country`),
    session_count: visitTotal(tx, workspaceId, tx`count(*)`),
    event_count: visitTotal(tx, workspaceId, tx`coalesce(sum(s.event_count), 0)`),
    page_view_count: visitTotal(tx, workspaceId, tx`coalesce(sum(s.page_view_count), 0)`),
    first_seen: tx`v.first_seen_at`,
    last_seen: visitTotal(tx, workspaceId, tx`coalesce(max(s.last_activity_at), v.first_seen_at)`),
    state: stateInSql(tx, workspaceId, 'v'),
    agent: agentInSql(tx, 'v'),
    created_at: tx`v.first_seen_at`,
  }),
  identity: (tx, workspaceId) => ({
    id: tx`i.id`,
    visitor_id: tx`i.visitor_id`,
    email: tx`i.email`,
    name: tx`i.name`,
    traits: shownTraits(tx),
    is_favorite: tx`(i.is_favorite or i.inherited_favorite)`,
    intent_score: ofPersonality(tx, workspaceId, intentToday(tx)),
    stage: ofPersonality(tx, workspaceId, stageToday(tx)),
    persona: ofPersonality(tx, workspaceId, tx`p.persona`),
    city: seenPlace(tx, workspaceId, tx`city`),
    country: seenPlace(tx, workspaceId, tx`country`),
    first_seen: firstSeen(tx, workspaceId),
    last_seen: lastSeen(tx, workspaceId),
    created_at: tx`i.created_at`,
    updated_at: tx`i.updated_at`,
  }),
  company: (tx) => ({
    id: tx`c.id`,
    name: tx`c.name`,
    domain: tx`c.domain`,
    description: tx`c.description`,
    employees: tx`c.employees`,
    main_industry: tx`c.main_industry`,
    created_at: tx`c.created_at`,
    updated_at: tx`c.updated_at`,
  }),
  session: (tx, workspaceId) => ({
    id: tx`s.id`,
    visitor_id: tx`s.visitor_id`,
    campaign_id: tx`s.campaign_id`,
    source: tx`s.source`,
    channel: countedBy(tx, workspaceId, 'channel'),
    channel_group: countedBy(tx, workspaceId, 'channel_group'),
    origin: countedBy(tx, workspaceId, 'source'),
    campaign: tx`s.campaign`,
    click_ids: tx`s.click_ids`,
    referrer: tx`s.referrer`,
    entry_url: tx`s.entry_url`,
    exit_url: tx`s.exit_url`,
    city: tx`s.city`,
    country: tx`s.country`,
    network_owner: tx`s.network_owner`,
    connection: tx`s.connection`,
    browser: countedBy(tx, workspaceId, 'browser'),
    os: countedBy(tx, workspaceId, 'os'),
    device: countedBy(tx, workspaceId, 'device'),
    locale: tx`s.locale`,
    timezone: tx`s.timezone`,
    screen: tx`s.screen`,
    state: stateInSql(tx, workspaceId, 's'),
    agent: agentInSql(tx, 's'),
    event_count: tx`s.event_count`,
    page_view_count: tx`s.page_view_count`,
    engaged_seconds: tx`round(s.engaged_ms / 1000.0)`,
    duration_seconds: tx`round(extract(epoch from s.last_activity_at - s.started_at))`,
    is_bounce: isBounceInSql(tx, workspaceId),
    started_at: tx`s.started_at`,
    last_activity_at: tx`s.last_activity_at`,
    ended_at: tx`s.ended_at`,
    created_at: tx`s.started_at`,
  }),
  conversion: (tx) => ({
    id: tx`n.id`,
    visitor_id: tx`n.visitor_id`,
    session_id: tx`n.session_id`,
    identity_id: tx`n.identity_id`,
    lead_id: tx`n.lead_id`,
    name: tx`n.name`,
    value: tx`n.value`,
    currency: tx`n.currency`,
    external_id: tx`n.external_id`,
    code: tx`n.code`,
    verification_level: tx`n.by_right`,
    properties: tx`n.properties`,
    created_at: tx`n.created_at`,
    updated_at: tx`n.updated_at`,
  }),
  campaign: (tx) => ({
    id: tx`g.id`,
    name: tx`g.name`,
    source: tx`g.source`,
    medium: tx`g.medium`,
    created_at: tx`g.created_at`,
  }),
  list: (tx) => ({
    id: tx`vl.id`,
    name: tx`vl.name`,
    description: tx`vl.description`,
    color: tx`vl.color`,
    of: tx`coalesce(vl.of, '')`,
    created_at: tx`vl.created_at`,
    updated_at: tx`vl.updated_at`,
  }),
  // Values that visits are counted by, as `sv`; the counts refer to their numbers.
  visit: (tx) => ({
    channel: tx`sv.value`,
    channel_group: tx`sv.value`,
    source: tx`sv.value`,
    campaign_id: tx`nullif(sv.value, '')::uuid`,
    country: tx`sv.value`,
    city: tx`sv.value`,
    device: tx`sv.value`,
    browser: tx`sv.value`,
    os: tx`sv.value`,
    agent: tx`sv.value`,
    landing_page: tx`sv.value`,
    exit_page: tx`sv.value`,
    page: tx`sv.value`,
    company_id: tx`nullif(sv.value, '')::uuid`,
  }),
  event: (tx) => ({
    id: tx`e.id`,
    visitor_id: tx`e.visitor_id`,
    session_id: tx`e.session_id`,
    type: tx`e.type`,
    name: tx`e.name`,
    url: tx`e.url`,
    path: pathOfUrl(tx),
    title: tx`e.title`,
    referrer: tx`e.referrer`,
    properties: tx`e.properties`,
    created_at: tx`e.occurred_at`,
  }),
};

/** Fields computed from other tables for each record. */
export const workedOut: {
  [Kind in RecordKind]?: readonly (keyof (typeof filterFields)[Kind])[];
} = {
  visitor: [
    'identity_id',
    'company_id',
    'city',
    'country',
    'session_count',
    'event_count',
    'page_view_count',
    'last_seen',
  ],
  identity: ['intent_score', 'stage', 'persona', 'city', 'country', 'first_seen', 'last_seen'],
  session: ['channel', 'channel_group', 'origin', 'browser', 'os', 'device'],
};

/**
 * The path after the host, up to the query; / if there is none, as pages are counted. A regular expression takes five times
 * as long, and this reads millions of events.
 */
function pathOfUrl(tx: Tx): Sql {
  const address = tx`split_part(split_part(e.url, '?', 1), '#', 1)`;
  return tx`case when e.url like 'https://%'
    then coalesce(substr(${address}, 8 + nullif(strpos(substr(${address}, 9), '/'), 0)), '/')
    when e.url <> '' then coalesce(nullif(
      substring(e.url from '^(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?://[^/?#]*)?([^?#]*)'), ''), '/') end`;
}

/** The counted value, which lags a moment behind the visit. Bots are not counted. */
function countedBy(tx: Tx, workspaceId: string, name: keyof typeof countedValues): Sql {
  return tx`coalesce((
    select sv.value from session_facts f join stats_values sv
      on sv.workspace_id = ${workspaceId} and sv.kind = ${countedValues[name]} and sv.id = f.${tx(name)}
    where f.workspace_id = ${workspaceId} and f.session_id = s.id and f.visitor_id = s.visitor_id
      and f.is_test = s.is_test limit 1), '')`;
}

/** A visitor's first visit starts with the message that created the visitor. */
function ofFirstVisit(tx: Tx, workspaceId: string, name: keyof typeof countedValues): Sql {
  return tx`coalesce((
    select ${countedBy(tx, workspaceId, name)} from sessions s
    where s.workspace_id = ${workspaceId} and s.visitor_id = v.id and s.is_test = v.is_test
      and s.first_event_id = v.first_event_id limit 1), '')`;
}

function latestVisit(tx: Tx, workspaceId: string, column: Sql): Sql {
  return tx`coalesce((
    select ${column} from sessions s
    where s.workspace_id = ${workspaceId} and s.visitor_id = v.id and s.is_test = v.is_test
    order by s.last_activity_at desc, s.id limit 1), '')`;
}

function visitTotal(tx: Tx, workspaceId: string, total: Sql): Sql {
  return tx`(
    select ${total} from sessions s
    where s.workspace_id = ${workspaceId} and s.visitor_id = v.id and s.is_test = v.is_test)`;
}

function ofPersonality(tx: Tx, workspaceId: string, column: Sql): Sql {
  return tx`(
    select ${column} from personalities p
    where p.workspace_id = ${workspaceId} and p.identity_id = i.id)`;
}
