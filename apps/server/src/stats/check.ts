/** Checks a workspace's figures: sums against facts, and facts against visits. */
import type { Tx } from '../platform/db/connect.ts';
import { listed, type Sql } from '../platform/db/fragments.ts';
import { dimensionsCode, measures } from './dimensions.ts';
import { selectFacts, type VisitKey } from './facts.ts';
import { factChanges, makeFacts } from './make-facts.ts';
import { collectMarks } from './marks.ts';
import { selectState } from './state.ts';
import { takeTurn } from './turn.ts';
import { readVisits, visitKeyText } from './visits.ts';

export interface StatsFault {
  what: string;
  rows: number;
}

/** Visits recounted for a check. */
const sampleSize = 1_000;

/** Undefined while another transaction changes the figures, or while they are rebuilt. */
export async function checkStats(tx: Tx, workspaceId: string): Promise<StatsFault[] | undefined> {
  if (!(await takeTurn(tx, workspaceId))) return undefined;
  const state = await selectState(tx, workspaceId);
  if (state.phase !== 'kept') return undefined;
  const faults = [
    { what: 'sums by quarter of an hour', rows: await wrongQuarters(tx, workspaceId) },
    { what: 'sums by channel and day', rows: await wrongDays(tx, workspaceId, 'channel') },
    {
      what: 'sums by country and landing page',
      rows: await wrongCrossTabs(tx, workspaceId, state.crossTabsUntil),
    },
    { what: 'revenue by channel and day', rows: await wrongRevenue(tx, workspaceId, 'channel') },
    { what: 'active days of visitors', rows: await wrongActiveDays(tx, workspaceId) },
    { what: 'visits of a sample', rows: await wrongVisits(tx, workspaceId, state.timeZone) },
  ];
  return faults.filter(({ rows }) => rows > 0);
}

/** `facts` and `kept` have the same columns, starting with the key. */
async function countDifferent(tx: Tx, facts: Sql, kept: Sql): Promise<number> {
  const [row] = await tx<{ rows: number }[]>`
    select count(*)::integer as rows from (
      (select * from (${facts}) f except all select * from (${kept}) k)
      union all
      (select * from (${kept}) k except all select * from (${facts}) f)) d`;
  return row?.rows ?? 0;
}

const settledFacts = (tx: Tx, workspaceId: string) => tx`(
  select * from session_facts where workspace_id = ${workspaceId}
  except all
  select * from open_facts where workspace_id = ${workspaceId}) f`;
const sumList = (tx: Tx) =>
  listed(
    tx,
    measures.map((name) => tx`coalesce(sum(${tx(name)}), 0)::bigint as ${tx(name)}`),
  );
const sumColumns = (tx: Tx) =>
  listed(
    tx,
    measures.map((name) => tx`${tx(name)}::bigint as ${tx(name)}`),
  );

function wrongQuarters(tx: Tx, workspaceId: string) {
  return countDifferent(
    tx,
    tx`select is_test, quarter, ${sumList(tx)} from ${settledFacts(tx, workspaceId)}
       group by 1, 2`,
    tx`select is_test, quarter, ${sumColumns(tx)} from stats_quarters where workspace_id = ${workspaceId}`,
  );
}

function wrongDays(tx: Tx, workspaceId: string, dimension: 'channel') {
  return countDifferent(
    tx,
    tx`select is_test, day, ${tx(dimension)}, ${sumList(tx)} from ${settledFacts(tx, workspaceId)}
       group by 1, 2, 3`,
    tx`select is_test, day, first_value, ${sumColumns(tx)} from stats_days
       where workspace_id = ${workspaceId} and dimensions = ${dimensionsCode(dimension)}`,
  );
}

function wrongRevenue(tx: Tx, workspaceId: string, dimension: 'channel') {
  return countDifferent(
    tx,
    tx`select is_test, day, ${tx(dimension)}, r.currency, sum(r.amount::numeric) as revenue, count(*) as facts
       from ${settledFacts(tx, workspaceId)} cross join lateral jsonb_each_text(f.revenue) r (currency, amount)
       group by 1, 2, 3, 4`,
    tx`select is_test, day, first_value, currency, revenue, facts from stats_revenue
       where workspace_id = ${workspaceId} and dimensions = ${dimensionsCode(dimension)}`,
  );
}

function wrongCrossTabs(tx: Tx, workspaceId: string, crossTabsUntil: number) {
  const code = dimensionsCode('country', 'landing_page');
  const inRow = tx`workspace_id = ${workspaceId} and dimensions = ${code}`;
  const names = listed(
    tx,
    measures.map((name) => tx`${tx(name)}`),
  );
  return countDifferent(
    tx,
    tx`select is_test, day, country, landing_page, ${sumList(tx)}
       from ${settledFacts(tx, workspaceId)} where day < ${crossTabsUntil}
       group by 1, 2, 3, 4`,
    tx`select is_test, day, first_value, second_value, ${sumList(tx)} from (
         select is_test, day, first_value, second_value, ${names} from stats_days where ${inRow}
         union all
         select p.is_test, p.day, p.first_value, u.* from stats_pairs p
         cross join lateral unnest(second_values, ${names}) u where ${inRow}) s
       group by 1, 2, 3, 4
       having ${measures.map((name) => tx`sum(${tx(name)}) <> 0`).reduce((any, one) => tx`${any} or ${one}`)}`,
  );
}

function wrongActiveDays(tx: Tx, workspaceId: string) {
  return countDifferent(
    tx,
    tx`select is_test, day, coalesce(previous, -1000) as previous_day, count(*) as visitors
       from (select is_test, day, lag(day) over (partition by visitor_id, is_test order by day) as previous
             from (select distinct visitor_id, is_test, day from session_facts
                   where workspace_id = ${workspaceId} and sessions = 1) d) p
       group by 1, 2, 3`,
    tx`select is_test, day, previous_day, visitors from stats_active_days where workspace_id = ${workspaceId}`,
  );
}

async function wrongVisits(tx: Tx, workspaceId: string, timeZone: string): Promise<number> {
  const keys = await tx<VisitKey[]>`
    select s.id as "sessionId", s.visitor_id as "visitorId", s.is_test as "isTest"
    from (select gen_random_uuid() as id) r
    cross join lateral (
      (select * from sessions where workspace_id = ${workspaceId} and visitor_id >= r.id
       order by visitor_id limit ${sampleSize})
      union all
      (select * from sessions where workspace_id = ${workspaceId} and visitor_id < r.id
       order by visitor_id limit ${sampleSize})
    ) s
    limit ${sampleSize}`;
  const [stored, visits] = await Promise.all([
    selectFacts(tx, workspaceId, keys),
    readVisits(tx, workspaceId, keys, timeZone, () => false),
  ]);
  const read = new Map(stored.map((fact) => [`${fact.place}:${fact.quarter}`, fact]));
  const made = (await makeFacts(tx, workspaceId, visits)).map((facts, place) =>
    facts.map((fact) => {
      // The pages of a long visit are read once it is over.
      const { pages, page_counts, origin } = read.get(`${place}:${fact.quarter}`) ?? fact;
      return fact.pages === null ? { ...fact, pages, page_counts, origin } : fact;
    }),
  );
  const { gone, fresh, rewritten, retold } = factChanges(stored, made);
  const different = [...fresh, ...rewritten, ...retold];
  if (gone.length === 0 && different.length === 0) return 0;
  // Visits that changed meanwhile are about to be recounted.
  await collectMarks(tx, workspaceId);
  const marked = await tx<VisitKey[]>`
    select m.session_id as "sessionId", m.visitor_id as "visitorId", m.is_test as "isTest"
    from stats_marks m where m.workspace_id = ${workspaceId}
      and m.visitor_id = any(${keys.map(({ visitorId }) => visitorId)}::uuid[])`;
  const waiting = new Set(marked.map(visitKeyText));
  const isWrong = (key: VisitKey) => !waiting.has(visitKeyText(key));
  return Math.max(gone.filter(isWrong).length, different.filter(isWrong).length);
}
