import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runCommand } from '../testing/command-line.ts';
import { startImportStage } from '../testing/import-stage.ts';
import { zipOf } from '../testing/zip.ts';

const stage = await startImportStage();
const { h, env, folder, fileOf, importing, run, refusal, list } = stage;

const umamiColumns =
  'website_id,session_id,visit_id,event_id,hostname,language,screen,url_path,url_query,referrer_path,referrer_query,referrer_domain,page_title,event_type,event_name,distinct_id,created_at';

function umamiRow(visitor: number, event: number, at: string, more: Record<string, string> = {}) {
  const id = (kind: string, number: number) =>
    `${kind}-5a55-5b55-9b55-${String(number).padStart(12, '0')}`;
  const row: Record<string, string> = {
    website_id: id('6a5e1f0a', 1),
    session_id: id('0c7a2a0e', visitor),
    visit_id: id('0c7a2a0f', visitor),
    event_id: id('9d1f0001', event),
    hostname: 'www.acme.example',
    language: 'en-GB',
    screen: '1920x1080',
    url_path: '/',
    event_type: '1',
    created_at: at,
    ...more,
  };
  return umamiColumns
    .split(',')
    .map((name) => row[name] ?? '')
    .join(',');
}

const umamiFile = [
  umamiColumns,
  umamiRow(1, 1, '2026-03-04 09:00:00', {
    url_query: 'utm_source=news&utm_medium=email&utm_campaign=spring',
    referrer_domain: 'www.google.com',
    referrer_path: '/',
  }),
  umamiRow(1, 2, '2026-03-04 09:01:00', {
    url_path: '/pricing',
    page_title: '"Pricing, all plans"',
  }),
  umamiRow(1, 3, '2026-03-04 09:02:00', {
    url_path: '/pricing',
    event_type: '2',
    event_name: 'Signed Up',
    distinct_id: 'customer-7',
  }),
  umamiRow(2, 4, '2026-03-05 23:50:00'),
  umamiRow(2, 5, '2026-03-06 00:05:00', { url_path: '/docs' }),
  umamiRow(2, 6, 'yesterday'),
  umamiRow(2, 7, '2026-03-06 00:06:00', { event_type: '5' }),
  umamiRow(2, 8, '2999-01-01 00:00:00'),
  '',
].join('\n');

test('rows of Umami are stored at their times, once, both figures are shown side by side, and only --leads identifies people', async () => {
  const workspace = await h.newWorkspace();
  const file = await fileOf('umami.csv', umamiFile);
  const first = await run(workspace, 'umami', file);
  expect(first).toMatchObject({
    rows: 8,
    stored: 5,
    duplicates: 0,
    faulty: 2,
    left_out: [{ reason: 'event_type 5', rows: 1 }],
    time_zone: 'UTC',
    complete: true,
  });
  expect(first.faults).toEqual([
    { file, line: 7, reason: 'timestamp: "yesterday" is not a date and time' },
    { file, line: 9, reason: 'timestamp: is in the future' },
  ]);
  expect(first.days.map(({ day, theirs, ours }) => [day, theirs, ours])).toEqual([
    ['2026-03-04', { visitors: 1, page_views: 2 }, { visitors: 1, page_views: 2 }],
    ['2026-03-05', { visitors: 1, page_views: 1 }, { visitors: 1, page_views: 2 }],
    ['2026-03-06', { visitors: 1, page_views: 1 }, { visitors: 0, page_views: 0 }],
  ]);
  expect(first.days.map(({ differences }) => differences.length > 0)).toEqual([false, true, true]);
  expect(first.days[2]?.differences[0]).toContain('started the day before');

  const { code, stdout, stderr } = await runCommand(importing(workspace, 'umami', file), env);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('Everything was imported before. Nothing was added.');
  const visits = await list(workspace, `/sessions?${march}`);
  expect(visits.map(({ started_at, source }) => [started_at, source]).sort()).toEqual([
    ['2026-03-04T09:00:00Z', 'campaign'],
    ['2026-03-05T23:50:00Z', 'website'],
  ]);

  // It names nobody and opens no lead, unless --leads asks for them as of then.
  expect(await list(workspace, '/leads')).toEqual([]);
  expect(await list(workspace, '/identities')).toEqual([]);
  expect(await list(workspace, '/conversions')).toMatchObject([
    { name: 'Signed Up', created_at: '2026-03-04T09:02:00Z' },
  ]);
  const named = await h.newWorkspace();
  await run(named, 'umami', file, '--leads');
  const [person] = await list(named, '/identities');
  expect(person).toMatchObject({ email: '', created_at: '2026-03-04T09:02:00Z' });
  const leads = await list(named, '/leads');
  expect(leads).toMatchObject([{ identity_id: person?.id, created_at: '2026-03-04T09:02:00Z' }]);
});

const march = 'created_after=2026-03-01&created_before=2026-03-30';

test('a dry run reads everything and stores nothing, compressed files work, and days follow the time zone', async () => {
  const workspace = await h.newWorkspace();
  const file = await fileOf('packed.csv.gz', gzipSync(umamiFile));
  expect(await run(workspace, 'umami', file, '--dry-run')).toMatchObject({
    rows: 8,
    stored: 0,
    faulty: 2,
    days: [
      { theirs: { visitors: 1, page_views: 2 }, ours: { visitors: 0, page_views: 0 } },
      {},
      {},
    ],
  });
  expect(await list(workspace, `/sessions?${march}`)).toEqual([]);
  const { stdout } = await runCommand(importing(workspace, 'umami', file, '--dry-run'), env);
  expect(stdout).toContain('Dry run: read 8 rows. 5 messages would be stored.');
  // Days are those of the time zone.
  const tokyo = ['--time-zone', 'Asia/Tokyo'];
  const { days, stored, time_zone } = await run(workspace, 'umami', file, ...tokyo);
  expect([stored, time_zone]).toEqual([5, 'Asia/Tokyo']);
  expect(days).toMatchObject([
    { day: '2026-03-04', theirs: { page_views: 2 }, ours: { page_views: 2 }, differences: [] },
    { day: '2026-03-06', theirs: { page_views: 2 }, ours: { page_views: 2 }, differences: [] },
  ]);
});

const uuid7 = (number: number) => `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const posthogRows = [
  {
    uuid: uuid7(1),
    event: '$pageview',
    distinct_id: uuid7(100),
    timestamp: '2026-03-04 09:00:00.123000+00:00',
    properties: {
      $current_url: 'https://www.acme.example/?utm_source=news&utm_medium=email',
      $referrer: '$direct',
      $raw_user_agent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    },
  },
  {
    uuid: uuid7(2),
    event: '$pageview',
    distinct_id: uuid7(101),
    timestamp: '2026-03-04T09:00:00Z',
    properties: { $current_url: 'https://www.acme.example/pricing', title: 'Pricing' },
  },
  {
    uuid: uuid7(3),
    event: '$identify',
    distinct_id: 'customer-7',
    timestamp: '2026-03-04T09:05:00Z',
    properties: { $anon_distinct_id: uuid7(101), $set: { email: 'ada@acme.example' } },
  },
  {
    uuid: uuid7(4),
    event: 'report made',
    distinct_id: 'customer-7',
    timestamp: '2026-03-04T09:06:00Z',
    properties: JSON.stringify({ pages: 3, $lib: 'posthog-node' }),
  },
  {
    uuid: uuid7(5),
    event: '$autocapture',
    distinct_id: uuid7(101),
    timestamp: '2026-03-04T09:07:00Z',
  },
];

test('events of PostHog as JSON lines and as a table are the same events', async () => {
  const workspace = await h.newWorkspace();
  const lines = posthogRows.map((row) => JSON.stringify(row));
  const file = await fileOf('events.jsonl', `${lines.join('\n')}\n{"broken\n`);
  const first = await run(workspace, 'posthog', file);
  expect(first).toMatchObject({
    rows: 6,
    stored: 3,
    faulty: 1,
    faults: [{ line: 6, reason: 'not a JSON object { … }' }],
    days: [{ theirs: { visitors: 3, page_views: 2 }, ours: { visitors: 2, page_views: 1 } }],
  });
  expect(first.days[0]?.differences).toEqual(['1 page view by 1 bot, which figures leave out']);
  expect(first.left_out.map(({ reason }) => reason).sort()).toEqual([
    "$autocapture: an event of PostHog's own",
    'identifies people; add --leads to import them',
  ]);
  const table = posthogRows.map(({ uuid, event, distinct_id, timestamp, properties = {} }) =>
    [
      uuid,
      event,
      distinct_id,
      timestamp,
      typeof properties === 'string' ? properties : JSON.stringify(properties),
    ]
      .map((text) => `"${text.replaceAll('"', '""')}"`)
      .join(','),
  );
  const csv = await fileOf(
    'events.csv',
    ['uuid,event,distinct_id,timestamp,properties', ...table].join('\r\n'),
  );
  const whole = await fileOf('list.json', JSON.stringify(posthogRows));
  expect(await run(workspace, 'posthog', csv, whole, '--leads')).toMatchObject({
    stored: 1,
    duplicates: 7,
  });
  expect(await list(workspace, '/identities')).toMatchObject([
    { email: 'ada@acme.example', created_at: '2026-03-04T09:05:00Z' },
  ]);
});

const ga4Row = (
  name: string,
  seconds: number,
  parameters: Record<string, string | number>,
  more: object = {},
) =>
  JSON.stringify({
    event_date: '20260304',
    event_timestamp: String(Date.parse('2026-03-04T09:00:00Z') * 1000 + seconds * 1e6),
    event_name: name,
    event_params: Object.entries(parameters).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { string_value: value } : { int_value: String(value) },
    })),
    user_pseudo_id: '1234567.7654321',
    device: { category: 'desktop', language: 'en-gb' },
    ...more,
  });

test('rows of GA4 become page views, events and orders with the campaign they came by', async () => {
  const workspace = await h.newWorkspace();
  const page = {
    page_location: 'https://www.acme.example/',
    page_title: 'Home',
    ga_session_id: 77,
  };
  const file = await fileOf(
    'events_20260304.json',
    [
      ga4Row('session_start', 0, page),
      ga4Row('page_view', 0, page, {
        collected_traffic_source: { manual_source: 'news', manual_medium: 'email' },
      }),
      ga4Row('scroll', 5, { ...page, percent_scrolled: 90 }),
      ga4Row(
        'purchase',
        9,
        { ...page, value: 120, currency: 'EUR' },
        { ecommerce: { transaction_id: 'A-1' } },
      ),
      ga4Row('page_view', 12, page, { user_pseudo_id: null }),
      ga4Row('page_view', 13, page, { event_timestamp: 'soon' }),
    ].join('\n'),
  );
  expect(await run(workspace, 'ga4', file)).toMatchObject({
    rows: 6,
    stored: 3,
    faults: [{ line: 6, reason: 'event_timestamp: must be microseconds since 1970' }],
    days: [
      {
        theirs: { visitors: 1, page_views: 1 },
        ours: { visitors: 1, page_views: 1 },
        differences: [],
      },
    ],
  });
  expect(await list(workspace, '/conversions')).toMatchObject([
    { name: 'purchase', value: 120, currency: 'EUR', external_id: 'A-1' },
  ]);
});

test('Umami: rows as ClickHouse writes them, with null as \\N, and a query that was cut has its tags in columns', async () => {
  const columns =
    'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,region,city,url_path,url_query,utm_source,utm_medium,utm_campaign,utm_content,utm_term,referrer_path,referrer_query,referrer_domain,page_title,gclid,fbclid,msclkid,ttclid,li_fat_id,twclid,lcp,inp,cls,fcp,ttfb,event_type,event_name,tag,distinct_id,created_at,job_id';
  const row = (more: Record<string, string>) => {
    const values: Record<string, string> = {
      website_id: '6a5e1f0a-5a55-4b55-9b55-000000000001',
      session_id: '0c7a2a0e-5a55-5b55-9b55-000000000001',
      visit_id: '0c7a2a0f-5a55-5b55-9b55-000000000001',
      hostname: 'www.acme.example',
      screen: '1920x1080',
      url_path: '/',
      event_type: '1',
      ...Object.fromEntries(
        ['lcp', 'inp', 'cls', 'fcp', 'ttfb', 'job_id'].map((name) => [name, '\\N']),
      ),
      ...more,
    };
    return columns
      .split(',')
      .map((name) => values[name] ?? '')
      .join(',');
  };
  const cut = `about=${'x'.repeat(480)}`;
  const file = await fileOf(
    'clickhouse.csv',
    [
      columns,
      row({
        event_id: '9d1f0001-5a55-4b55-9b55-000000000001',
        created_at: '2026-03-04 09:00:00',
        url_query: cut,
        utm_source: 'news',
        utm_medium: 'email',
        gclid: 'g1',
        page_title: '\\N',
        referrer_domain: '\\N',
      }),
      // As PostgreSQL writes a time with its zone.
      row({
        event_id: '9d1f0001-5a55-4b55-9b55-000000000002',
        created_at: '2026-03-04 10:01:00.123456+01',
        event_type: '2',
        event_name: 'asked',
        distinct_id: '\\N',
      }),
      row({
        event_id: '9d1f0001-5a55-4b55-9b55-000000000003',
        created_at: '2026-03-04 09:02:00',
        event_type: '3',
      }),
    ].join('\n'),
  );
  const workspace = await h.newWorkspace();
  expect(await run(workspace, 'umami', file, '--leads')).toMatchObject({
    rows: 3,
    stored: 2,
    faulty: 0,
    left_out: [{ reason: 'event_type 3', rows: 1 }],
  });
  const [visit] = await list(workspace, `/sessions?${march}`);
  expect(visit).toMatchObject({
    started_at: '2026-03-04T09:00:00Z',
    source: 'campaign',
    click_ids: { gclid: 'g1' },
    referrer: '',
  });
  expect(await list(workspace, '/identities')).toEqual([]);
  const events = await list(
    workspace,
    `/events?created_after=2026-03-03&created_before=2026-03-06`,
  );
  expect(events.map(({ name, created_at }) => [name, created_at]).sort()).toEqual([
    ['asked', '2026-03-04T09:01:00Z'],
    ['page_view', '2026-03-04T09:00:00Z'],
  ]);
});

test('GA4: all columns of the export; what it made of a referrer is no campaign, and orders without an id stay apart', async () => {
  const whole = {
    event_previous_timestamp: null,
    event_value_in_usd: null,
    event_bundle_sequence_id: '-1543',
    event_server_timestamp_offset: null,
    user_id: null,
    privacy_info: { analytics_storage: 'Yes', ads_storage: 'Yes', uses_transient_token: 'No' },
    user_properties: [],
    user_first_touch_timestamp: '1772614800000000',
    user_ltv: { revenue: 0, currency: 'USD' },
    device: {
      category: 'desktop',
      operating_system: 'Linux',
      language: 'en-gb',
      is_limited_ad_tracking: 'No',
      web_info: { browser: 'Chrome', browser_version: '140.0', hostname: 'www.acme.example' },
    },
    geo: { city: 'Berlin', country: 'Germany', continent: 'Europe', region: 'Berlin' },
    app_info: null,
    traffic_source: { name: '(organic)', medium: 'organic', source: 'google' },
    stream_id: '1234567890',
    platform: 'WEB',
    event_dimensions: null,
    items: [],
    collected_traffic_source: {
      manual_campaign_id: null,
      manual_campaign_name: '(organic)',
      manual_source: 'google',
      manual_medium: 'organic',
      manual_term: null,
      manual_content: null,
      manual_source_platform: null,
      gclid: null,
      dclid: null,
      srsltid: null,
    },
    is_active_user: true,
    batch_event_index: '1',
    batch_page_id: '1772614800000',
    batch_ordering_id: '1',
    session_traffic_source_last_click: null,
    publisher: null,
  };
  const page = {
    page_location: 'https://www.acme.example/',
    page_referrer: 'https://www.google.com/',
  };
  const sold = { ...page, value: 120, currency: 'EUR' };
  const unset = { ...whole, ecommerce: { total_item_quantity: '1', transaction_id: '(not set)' } };
  const file = await fileOf(
    'whole.json',
    [
      ga4Row('page_view', 0, page, whole),
      ga4Row('purchase', 5, sold, { ...unset, batch_event_index: '2' }),
      ga4Row('purchase', 6, sold, { ...unset, batch_event_index: '3' }),
      ga4Row('purchase', 7, { ...sold, transaction_id: 'A-7' }, { ...whole, ecommerce: null }),
    ].join('\n'),
  );
  const workspace = await h.newWorkspace();
  expect(await run(workspace, 'ga4', file)).toMatchObject({ rows: 4, stored: 4, faulty: 0 });
  const conversions = await list(workspace, '/conversions');
  expect(conversions.map(({ external_id }) => external_id).sort()).toEqual(['', '', 'A-7']);
  expect(await list(workspace, `/sessions?${march}`)).toMatchObject([
    { source: 'referral', referrer: 'https://www.google.com/' },
  ]);
});

const bot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const hit = (
  request: string,
  agent: string,
  { status = 200, ip = '203.0.113.9', second = '00' } = {},
) => `${ip} - - [04/Mar/2026:10:00:${second} +0100] "${request}" ${status} 512 "-" "${agent}"`;

const logLines = [
  hit('GET / HTTP/1.1', bot),
  hit('GET /pricing?plan=a HTTP/1.1', bot, { second: '01' }),
  hit('GET /app.js HTTP/1.1', bot),
  hit('POST /form HTTP/1.1', bot),
  hit('GET /gone HTTP/1.1', bot, { status: 404 }),
  hit('GET / HTTP/1.1', browser, { ip: '203.0.113.10' }),
  hit('GET / HTTP/1.1', 'curl/8.5.0', { ip: '203.0.113.11' }),
  JSON.stringify({
    ts: Date.parse('2026-03-04T09:00:05Z') / 1000,
    request: {
      client_ip: '203.0.113.12',
      method: 'GET',
      host: 'www.acme.example',
      uri: '/docs',
      headers: { 'User-Agent': ['ClaudeBot/1.0; +claudebot@anthropic.com'] },
    },
    status: 200,
    resp_headers: { 'Content-Type': ['text/html; charset=utf-8'] },
  }),
  `www.acme.example:443 ${hit('GET /de/ HTTP/2.0', bot, { second: '09' })}`,
  'no line of a log',
];

test('access logs: bots by name and no people, because the script counts people', async () => {
  const workspace = await h.newWorkspace();
  const file = await fileOf('access.log', logLines.join('\n'));
  const stderr = await refusal(workspace, 'access-log', file);
  expect(stderr).toContain('--site https://www.example.com');
  const site = ['--site', 'https://www.acme.example'];
  const answer = await run(workspace, 'access-log', file, ...site);
  expect(answer).toMatchObject({
    rows: 10,
    stored: 4,
    faulty: 1,
    days: [{ theirs: { visitors: 2, page_views: 4 }, ours: { visitors: 0, page_views: 0 } }],
  });
  expect(answer.days[0]?.differences).toEqual(['4 page views by 2 bots, which figures leave out']);
  const bots = await list(workspace, `/sessions?bots=true&${march}`);
  expect(new Set(bots.map(({ bot }) => (bot as { name: string }).name))).toEqual(
    new Set(['GPTBot', 'ClaudeBot']),
  );
  const all = await run(workspace, 'access-log', file, ...site, '--people');
  expect(all).toMatchObject({ stored: 1, duplicates: 4 });
  expect(all.days[0]).toMatchObject({ theirs: { page_views: 5 }, ours: { page_views: 1 } });
  expect(all.left_out.map(({ reason }) => reason)).toContain('unidentified programs');
});

test("Plausible's sums are compared, and nothing is made of them", async () => {
  const workspace = await h.newWorkspace();
  const name = 'imported_visitors_20260304_20260305.csv';
  const csv =
    'date,visitors,pageviews,bounces,visits,visit_duration\n2026-03-04,2,5,1,2,90\n2026-03-05,1,1,1,1,0\n';
  await run(workspace, 'umami', await fileOf('beside.csv', umamiFile));
  const zip = await fileOf('plausible.zip', zipOf({ [name]: csv }));
  const answer = await run(workspace, 'plausible', zip);
  expect(answer).toMatchObject({
    stored: 0,
    days: [
      {
        day: '2026-03-04',
        theirs: { visitors: 2, page_views: 5 },
        ours: { visitors: 1, page_views: 2 },
      },
      { day: '2026-03-05', theirs: { visitors: 1, page_views: 1 }, ours: { page_views: 2 } },
    ],
  });
  expect((await run(workspace, 'plausible', await fileOf(name, csv))).days).toEqual(answer.days);
  const { stdout } = await runCommand(importing(workspace, 'plausible', zip), env);
  expect(stdout).toContain('Nothing was stored: a Plausible export has daily totals');
  const cut = await fileOf('cut.zip', zipOf({ [name]: csv }).subarray(0, 80));
  expect(await refusal(workspace, 'plausible', cut)).toContain(
    'is a damaged or incomplete zip archive',
  );
  const other = await fileOf('imported_pages_20260304_20260305.csv', 'date,page\n');
  expect(await refusal(workspace, 'plausible', other)).toContain('No daily totals in');
});

test('a file of another kind is refused with a reason, and nothing is stored', async () => {
  const workspace = await h.newWorkspace();
  const site = ['--site', 'https://www.acme.example'];
  const refusalOf = async (from: string, name: string, content: string | Buffer) =>
    refusal(workspace, from, await fileOf(name, content), ...site);
  expect(await refusalOf('umami', 'empty.csv', '')).toContain('empty.csv is empty.');
  expect(await refusalOf('umami', 'header.csv', `${umamiColumns}\n`)).toContain('No rows in');
  expect(await refusalOf('umami', 'other.csv', 'a,b\n1,2\n')).toContain(
    'is not the table website_event of Umami: the first line lacks the columns session_id, created_at, url_path, event_type. It has "a", "b".',
  );
  expect(await refusalOf('umami', 'image.csv', randomBytes(5000))).toMatch(
    /is not a text file|not UTF-8 text/,
  );
  expect(await refusalOf('umami', 'cut.csv.gz', gzipSync(umamiFile).subarray(0, 100))).toContain(
    'is a damaged or incomplete gzip file',
  );
  expect(await refusalOf('posthog', 'book.json', zipOf({ a: 'b' }))).toContain(
    'an archive; unpack it first',
  );
  expect(
    await refusalOf('umami', 'quote.csv', `${umamiColumns}\n"${'x'.repeat(1_200_000)}`),
  ).toContain('a quote (") is never closed');
  expect(await refusalOf('ga4', 'few.json', '[]\n')).toContain('No rows in');
  expect(await refusal(workspace, 'ga4', join(folder, 'nowhere'))).toContain('does not exist');
  expect(await refusal(workspace, 'ga4', folder)).toContain('is a directory');
  const file = await fileOf('fine.csv', umamiFile);
  expect(await refusal(workspace, 'umami', file, '--people')).toContain('with access logs only');
  expect(await refusal(workspace, 'plausible', file, '--leads')).toContain('identify no people');
  const wrongSite = await runCommand(importing(workspace, 'umami', file, '--site', 'acme'), env);
  expect([wrongSite.code, wrongSite.stderr]).toEqual([
    1,
    expect.stringContaining('without a path'),
  ]);
  expect(await list(workspace, `/sessions?${march}`)).toEqual([]);
});

test('rows older than the retention time are left out and reported', async () => {
  const workspace = await h.newWorkspace();
  await h.db.system(
    (tx) => tx`update workspaces set events_kept_since = '2026-03-05', events_kept_told_at = now()
      where workspace_id = ${workspace.id}`,
  );
  const answer = await run(workspace, 'umami', await fileOf('old.csv', umamiFile));
  expect(answer).toMatchObject({ stored: 2, ignored: 3 });
  expect(answer.days[0]?.differences[0]).toBe(
    '2 page views older than the retention of the workspace',
  );
});
