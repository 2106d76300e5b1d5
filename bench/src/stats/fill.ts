/* Fills a workspace with visits of 90 days and of now, as ingest would store them, and small ones beside it, by SQL. */
import postgres from 'postgres';

export type FillOptions = {
  workspaceId: string;
  events: number;
  visitors?: number | undefined;
  /** Default: a tenth of the events. */
  leads?: number | undefined;
  days: number;
  others: number;
  onProgress: (line: string) => void;
};

/** Page views and a click per visit. */
const eventsOfVisit = 4;

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
];

const countries =
  'DE,US,FR,GB,IT,ES,NL,PL,AT,CH,SE,BE,DK,NO,FI,PT,IE,CZ,HU,RO,GR,BG,HR,SK,SI,EE,LV,LT,LU,CA,BR,MX,AR,CL,CO,PE,JP,KR,CN,IN,ID,TH,VN,MY,SG,PH,AU,NZ,ZA,EG,MA,NG,KE,IL,TR,AE,SA,UA,RS,IS';

/** An index from 0 to below `of`, with the first ones by far the most frequent. */
const frequent = (seed: string, of: number) => `floor(${of} * power(${seed}, 3))::integer`;

/** A number from 0 to below 1 derived from the visit. */
const chance = (name: string) =>
  `(('x' || substr(md5('${name}' || v.n), 1, 8))::bit(32)::bigint / 4294967296.0)`;

export const visitorCount = (events: number) => Math.max(100, Math.round(events * 0.03));

/** Returns the seconds it took. */
export async function fill(databaseUrl: string, options: FillOptions): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const began = performance.now();
  try {
    await sql.unsafe(`alter table events set (autovacuum_enabled = false)`);
    const others = await addWorkspaces(sql, options.others);
    const small = Math.max(5, Math.round(options.events / 50_000));
    for (const id of others) await fillDay(sql, id, 0, small, 1, small, usualLeads);
    await sql.unsafe(companiesOf, [options.workspaceId]);
    const visits = Math.round(options.events / eventsOfVisit / options.days);
    const visitors = options.visitors ?? visitorCount(options.events);
    const withLead =
      options.leads === undefined ? usualLeads : options.leads / (visits * options.days);
    for (let day = 0; day < options.days; day++) {
      await fillDay(sql, options.workspaceId, day, visits, options.days, visitors, withLead);
      if (day % 10 === 9) options.onProgress(`${day + 1} of ${options.days} days`);
    }
    await sql.unsafe(personalitiesOf);
    await sql.unsafe('alter table events reset (autovacuum_enabled)');
    await sql.unsafe(
      'vacuum analyze sessions, events, conversions, leads, visitors, identities, identity_links, companies, company_evidence',
    );
    return (performance.now() - began) / 1000;
  } finally {
    await sql.end();
  }
}

async function addWorkspaces(sql: postgres.Sql, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into workspaces (workspace_id, name, features)
    select gen_random_uuid(), 'Small ' || n, array['api'] from generate_series(1, ${count}) n
    returning workspace_id as id`;
  return rows.map(({ id }) => id);
}

/** Visitors here now: each has read for a few minutes in the last half hour, a message at a time. */
export async function fillNow(
  databaseUrl: string,
  workspaceId: string,
  visits: number,
  visitors: number,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const run = Math.floor(Date.now() / 1000);
    await makeVisits(sql, {
      workspaceId,
      from: String(run * 1_000_000),
      visits,
      visitors,
      startedAt: `now() - interval '3 minutes' - ${chance('time')} * interval '26 minutes'`,
    });
    await store(sql, usualLeads);
    await sql.unsafe(changesOf);
    await sql.unsafe(marksOf);
    await sql.unsafe('drop table visit');
    await sql.unsafe('vacuum analyze changes');
  } finally {
    await sql.end();
  }
}

/** `day`: days before today. */
async function fillDay(
  sql: postgres.Sql,
  workspaceId: string,
  day: number,
  visits: number,
  days: number,
  visitors: number,
  withLead: number,
): Promise<void> {
  await makeVisits(sql, {
    workspaceId,
    from: `${days * 1_000_000} + ${day}::bigint * ${visits}`,
    visits,
    visitors,
    startedAt: `date_trunc('day', now()) - (${day} + ${day === 0 ? 1 : 0}) * interval '1 day'
      + floor(86000 * ${chance('time')}) * interval '1 second'`,
  });
  await store(sql, withLead);
  await sql.unsafe('drop table visit');
}

type Visits = {
  workspaceId: string;
  /** SQL for the number before the first visit's. */
  from: string;
  visits: number;
  visitors: number;
  startedAt: string;
};

async function makeVisits(
  sql: postgres.Sql,
  { workspaceId, from, visits, visitors, startedAt }: Visits,
): Promise<void> {
  await sql.unsafe(
    `create temp table visit on commit preserve rows as
     select $1::uuid as workspace_id, uuidv7(${startedAt} - clock_timestamp()) as id,
            md5($1::text || floor(${visitors} * power(${chance('visitor')}, 1.5)))::uuid as visitor_id,
            ${startedAt} as started_at,
            '/page-' || ${frequent(chance('entry'), 300)} as entry,
            '/page-' || ${frequent(chance('exit'), 300)} as exit,
            ${frequent(chance('source'), 40)} as source, ${chance('campaign')} < 0.3 as tagged,
            ${frequent(chance('campaign name'), 40)} as campaign,
            ${frequent(chance('country'), 60)} as country, ${frequent(chance('city'), 30)} as city,
            ${frequent(chance('agent'), agents.length)} as agent,
            case when ${chance('company')} < 0.15 then ${frequent(chance('which company'), 3_000)} end as company,
            floor(60000 * power(${chance('engaged')}, 2))::integer as engaged_ms,
            ${chance('outcome')} as outcome
     from (select ${from} + n as n from generate_series(1, ${visits}) n) v`,
    [workspaceId],
  );
}

async function store(sql: postgres.Sql, withLead: number): Promise<void> {
  await sql.unsafe(sessionsOf, [agents, countries.split(',')]);
  for (const statement of [
    eventsOf,
    visitorsOf,
    evidenceOf,
    peopleOf,
    linksOf,
    leadsOf(withLead),
    conversionsOf,
  ])
    await sql.unsafe(statement);
}

const sessionsOf = `
  insert into sessions (workspace_id, visitor_id, id, is_test, started_at, last_activity_at, first_event_id,
    exit_event_id, event_count, activity_count, counted_messages, page_view_count, engaged_ms, source, entry_url, exit_url, referrer, campaign, ip,
    city, country, user_agent, locale, timezone, screen, library, opening_at, exit_at, campaign_id, company_id)
  select workspace_id, visitor_id, id, false, started_at, started_at + interval '3 minutes', id, id, 4, 4, 4, 3,
    engaged_ms, case when tagged then 'campaign' else 'referral' end, 'https://shop.example' || entry,
    'https://shop.example' || exit,
    case when source = 0 then '' else 'https://site-' || source || '.example/' end,
    case when tagged then jsonb_build_object('source', 'ads-' || campaign % 5, 'medium', 'cpc', 'name', 'c' || campaign) end,
    '203.0.113.0', 'City ' || country || '-' || city, ($2::text[])[1 + country], ($1::text[])[1 + agent], 'de-DE',
    'Europe/Berlin', '1920x1080', 'sdk/1', started_at, started_at + interval '2 minutes',
    case when tagged then md5('campaign' || campaign)::uuid end, md5('company' || company)::uuid
  from visit order by visitor_id, id`;

const eventsOf = `
  insert into events (workspace_id, id, visitor_id, session_id, occurred_at, received_at, is_test, type, name, url, title)
  select workspace_id,
    (lpad(to_hex((extract(epoch from started_at) * 1000)::bigint + n), 12, '0') || substr(md5(id::text || n), 1, 20))::uuid,
    visitor_id, id, started_at + n * interval '40 seconds', started_at + n * interval '40 seconds', false, 'event',
    case when n = 2 then 'click' else 'page_view' end,
    'https://shop.example' || case n when 0 then entry when 3 then exit else '/page-' || (country * 7 + city) % 300 end, 'Page'
  from visit, generate_series(0, 3) n order by started_at`;

const visitorsOf = `
  insert into visitors (workspace_id, id, is_test, first_seen_at, first_event_id, source, channel, entry_url, referrer, opening_at)
  select distinct on (visitor_id) workspace_id, visitor_id, false, started_at, id, 'website', 'direct', '', '', started_at
  from visit on conflict do nothing`;

/** Not the generator's domains, as those companies have other ids. */
const companiesOf = `
  insert into companies (workspace_id, id, is_test, domain, name, created_at, updated_at)
  select $1::uuid, md5('company' || n)::uuid, false, 'company-' || n || '.test', 'Company ' || n, now(), now()
  from generate_series(0, 3000) n`;

const evidenceOf = `
  insert into company_evidence (workspace_id, visitor_id, company_id, is_test, kind, value, first_seen_at)
  select distinct on (visitor_id, company) workspace_id, visitor_id, md5('company' || company)::uuid, false,
    'network_owner', 'Company ' || company, started_at
  from visit where company is not null on conflict do nothing`;

/** Everybody has identified, on some visit; links as on a site that identifies people on each visit. */
const peopleOf = `
  insert into identities (workspace_id, id, is_test, visitor_id, email, name, created_at, updated_at)
  select distinct on (visitor_id) workspace_id, md5('person' || visitor_id)::uuid, false, visitor_id,
    left(visitor_id::text, 13) || '@' || right(visitor_id::text, 3) || '.example',
    initcap(translate(left(visitor_id::text, 6), '0123456789', 'aeiouaeiou')) || ' ' ||
    initcap(translate(right(visitor_id::text, 7), '0123456789', 'lmnrstlmnr')), started_at, started_at
  from visit on conflict do nothing`;

const linksOf = `
  insert into identity_links (workspace_id, event_id, is_test, visitor_id, identity_id, linked_at, evidence)
  select workspace_id, id, false, visitor_id, md5('person' || visitor_id)::uuid, started_at, 'email'
  from visit where outcome < 0.4`;

/** Share of visits with a lead: a million of ten million events. */
const usualLeads = 0.4;

const leadsOf = (withLead: number) => `
  insert into leads (workspace_id, id, is_test, visitor_id, session_id, code, source, opened_by, created_at, updated_at)
  select workspace_id, gen_random_uuid(), false, visitor_id, id, 'C' || upper(left(md5(id::text), 8)), 'website', 'identify',
    started_at + interval '1 minute', started_at + interval '1 minute'
  from visit where outcome < ${withLead}`;

const conversionsOf = `
  insert into conversions (workspace_id, id, is_test, visitor_id, session_id, name, value, currency, created_at)
  select workspace_id, gen_random_uuid(), false, visitor_id, id, 'purchase', 10 + engaged_ms % 90,
    case when outcome < 0.02 then 'USD' else 'EUR' end, started_at + interval '2 minutes'
  from visit where outcome < 0.04`;

/** One message at a time: as many rows as events. */
const changesOf = `
  insert into changes (workspace_id, id, is_test, kind, action, ids, visitor_ids, created_at)
  select workspace_id, gen_random_uuid(), false, 'session', 'changed', array[id], array[visitor_id],
    started_at + n * interval '40 seconds'
  from visit, generate_series(0, 3) n`;

const marksOf = `
  insert into stats_marks (workspace_id, visitor_id, session_id, is_test)
  select workspace_id, visitor_id, id, false from visit`;

/** Already computed; otherwise the service would do it during the measurement. */
const personalitiesOf = `
  insert into personalities (workspace_id, identity_id, is_test, intent_score, stage, persona, reasons, model_version,
                             last_active_at, event_count)
  select i.workspace_id, i.id, i.is_test, 0, 'exploring', 'visitor', '[]', '2', i.updated_at, coalesce(e.events, 0)
  from identities i left join (
    select l.workspace_id, l.identity_id, sum(s.event_count) as events
    from (select distinct workspace_id, identity_id, visitor_id, is_test from identity_links
          where identity_id is not null) l
    join sessions s using (workspace_id, visitor_id, is_test) group by 1, 2
  ) e on e.workspace_id = i.workspace_id and e.identity_id = i.id
  on conflict do nothing`;
