/*
 * Files in the forms that the products really write, by their own code and documentation; the rows are ours. Where a form
 * was found stands beside it and in docs/guides/import.md.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startImportStage } from '../testing/import-stage.ts';
import { zipOf } from '../testing/zip.ts';

const { h, fileOf, run, refusal, list } = await startImportStage();
const march = 'created_after=2026-03-01&created_before=2026-03-30';
const inMarch = '/events?created_after=2026-03-03&created_before=2026-03-06';

/** umami-software/umami, db/clickhouse/schema.sql: as its cloud's archive has it. */
const umamiColumns =
  'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,region,city,url_path,url_query,utm_source,utm_medium,utm_campaign,utm_content,utm_term,referrer_path,referrer_query,referrer_domain,page_title,gclid,fbclid,msclkid,ttclid,li_fat_id,twclid,event_type,event_name,tag,distinct_id,created_at,job_id';

function umamiRow(event: number, values: Record<string, string>): string {
  const row: Record<string, string> = {
    website_id: '6a5e1f0a-5a55-4b55-9b55-000000000001',
    session_id: '0c7a2a0e-5a55-5b55-9b55-000000000001',
    visit_id: '0c7a2a0f-5a55-5b55-9b55-000000000001',
    event_id: `9d1f0001-5a55-4b55-9b55-${String(event).padStart(12, '0')}`,
    hostname: 'www.acme.example',
    url_path: '/',
    event_type: '1',
    created_at: `2026-03-04 09:0${event}:00`,
    ...values,
  };
  return umamiColumns
    .split(',')
    .map((name) => `"${row[name] ?? ''}"`)
    .join(',');
}

const umamiTable = [umamiColumns, umamiRow(1, {}), umamiRow(2, { url_path: '/prices' })].join('\n');

test("Umami: its cloud's archive is read as it comes, also when it was packed once more in a folder", async () => {
  const workspace = await h.newWorkspace();
  const others = { 'event_data.csv': 'website_id\n', 'session_data.csv': 'website_id\n' };
  const zip = await fileOf('umami.zip', zipOf({ 'website_event.csv': umamiTable, ...others }));
  const again = await fileOf(
    'again.zip',
    zipOf({ '__MACOSX/._website_event.csv': '\0', 'export/website_event.csv': umamiTable }),
  );
  const counts = { rows: 4, stored: 2, duplicates: 2, faulty: 0 };
  expect(await run(workspace, 'umami', zip, again)).toMatchObject(counts);
});

test('Umami: the archive of its download button has only totals, and the error names the table to export', async () => {
  const workspace = await h.newWorkspace();
  const names = ['events', 'pages', 'referrers', 'browsers', 'os', 'devices', 'countries'];
  const sums = Object.fromEntries(names.map((name) => [`${name}.csv`, 'x,y\r\n/,12\r\n']));
  const message = await refusal(workspace, 'umami', await fileOf('download.zip', zipOf(sums)));
  expect(message).toContain(
    'has only totals by page, referrer and so on, from the download button of Umami',
  );
  expect(message).toContain('psql: \\copy website_event to … csv header');
  const alone = await fileOf('pages.csv', 'x,y\r\n/,12\r\n');
  expect(await refusal(workspace, 'umami', alone)).toContain('psql');
  const other = await fileOf('other.zip', zipOf({ 'a.txt': 'b' }));
  expect(await refusal(workspace, 'umami', other)).toContain(
    'has no website_event.csv, but "a.txt"',
  );
});

test('Umami: NULL in words, tabs, a byte order mark and UTF-16 import like plain CSV', async () => {
  const workspace = await h.newWorkspace();
  // phpMyAdmin and DBeaver.
  const words = umamiTable.replaceAll('""', 'NULL');
  const tabs = `\uFEFF${umamiTable.replaceAll(',', '\t').replaceAll('\n', '\r\n')}`;
  const forms = [words, umamiTable, tabs, Buffer.from(`\uFEFF${umamiTable}`, 'utf16le')];
  const files = await Promise.all(forms.map((form, place) => fileOf(`form-${place}.csv`, form)));
  const counts = { stored: 2, duplicates: 6, faulty: 0 };
  expect(await run(workspace, 'umami', ...files)).toMatchObject(counts);
  const [visit] = await list(workspace, `/sessions?${march}`);
  expect(visit).toMatchObject({ source: 'website', referrer: '' });
});

/** plausible/analytics, StatsController.csv_export: CRLF, and all of the dashboard's tables in one archive. */
const dashboard = (rows: string[]) =>
  zipOf({
    'browsers.csv': 'name,visitors\r\nFirefox,2\r\n',
    'pages.csv': 'name,visitors,pageviews,bounce_rate,time_on_page\r\n/,2,4,50,12\r\n',
    'visitors.csv': [
      'date,visitors,pageviews,visits,views_per_visit,bounce_rate,visit_duration',
      ...rows.map((date) => `${date},2,4,2,2.0,50,90`),
      '',
    ].join('\r\n'),
  });

test("Plausible: the dashboard's archive is compared where it shows days, and refused where it does not", async () => {
  const workspace = await h.newWorkspace();
  const shown = async (name: string, rows: string[]) => fileOf(name, dashboard(rows));
  const coming = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const days = await shown('days.zip', ['2026-03-04', '2026-03-05', coming]);
  const answer = await run(workspace, 'plausible', days);
  expect(answer.days.map(({ day, theirs }) => [day, theirs.visitors])).toEqual([
    ['2026-03-04', 2],
    ['2026-03-05', 2],
  ]);
  expect(answer.left_out).toEqual([{ reason: 'days in the future', rows: 1 }]);
  const faults: [string[], string][] = [
    [['2026-01-01', '2026-02-01', '2026-03-01'], 'totals for months'],
    [['2026-02-02', '2026-02-09'], 'totals for weeks'],
    [['2026-03-04 00:00:00', '2026-03-04 01:00:00'], 'totals for hours'],
  ];
  for (const [rows, why] of faults) {
    const message = await refusal(workspace, 'plausible', await shown('steps.zip', rows));
    expect(message).toContain(why);
    expect(message).toContain('Show days in the Plausible dashboard');
  }
});

test("Plausible: the archive of the site's settings, as ClickHouse quotes it and Zstream stores it", async () => {
  const workspace = await h.newWorkspace();
  const csv =
    '"date","visitors","pageviews","bounces","visits","visit_duration"\n"2026-03-04",2,5,1,2,90\n';
  const pages = '"date","hostname","page","visits","visitors","pageviews"\n';
  const files = {
    'imported_custom_events_20260304_20260304.csv': '"date"\n',
    'imported_pages_20260304_20260304.csv': pages,
    'imported_visitors_20260304_20260304.csv': csv,
  };
  const zip = await fileOf('acme_example_20260305.zip', zipOf(files, { isPacked: false }));
  expect((await run(workspace, 'plausible', zip)).days).toMatchObject([
    { day: '2026-03-04', theirs: { visitors: 2, page_views: 5 } },
  ]);
  const locked = await fileOf('locked.zip', zipOf(files, { isEncrypted: true }));
  expect(await refusal(workspace, 'plausible', locked)).toContain('is encrypted. Unpack it first');
  const strange = await fileOf('strange.csv', csv.replace('2026-03-04', '0004-03-04'));
  expect(await refusal(workspace, 'plausible', strange)).toContain('date: is before 1995');
});

const uuid7 = (number: number) => `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** PostHog/posthog, transformer.py and default_fields: no set, no team; orjson writes the offset. */
const exported = (number: number, event: string, properties: object) =>
  `${JSON.stringify({
    uuid: uuid7(number),
    timestamp: `2026-03-04T09:0${number}:00.123000+00:00`,
    created_at: '2026-03-04T09:10:00.000000+00:00',
    event,
    properties,
    distinct_id: uuid7(100),
    elements_chain: '',
    person_properties: null,
    person_id: '0195a000-0000-0000-8000-000000000001',
  })}\n`;

const page = {
  $current_url: 'https://www.acme.example/',
  title: '404',
  $screen_width: 1920,
  $screen_height: 1080,
};
const batch = [
  exported(1, '$pageview', page),
  exported(2, 'plan chosen', { planName: 'Team', $set: { email: 'ada@acme.example' } }),
];

test('PostHog: a batch export packs each line for itself, with gzip or all with Brotli, and lists its files', async () => {
  const workspace = await h.newWorkspace();
  const gzip = await fileOf('part.jsonl.gz', Buffer.concat(batch.map((line) => gzipSync(line))));
  const manifest = await fileOf('part_manifest.json', '{"files": ["part-0.jsonl.gz"]}');
  const brotli = await fileOf('part.jsonl.br', brotliCompressSync(batch.join('')));
  expect(await run(workspace, 'posthog', gzip, manifest, brotli)).toMatchObject({
    rows: 5,
    stored: 2,
    duplicates: 2,
    faulty: 0,
    left_out: [{ reason: 'a manifest of an export', rows: 1 }],
  });
  const cut = await fileOf('cut.jsonl.br', brotliCompressSync(batch.join('')).subarray(0, 40));
  expect(await refusal(workspace, 'posthog', cut)).toContain('a damaged or incomplete Brotli file');
});

/** OrderedCsvRenderer: what is nested has its path in the column's name, and all of the event's is under a star. */
const allColumns = [
  '*.uuid,*.event,*.properties.$current_url,*.properties.title,*.properties.$screen_width,*.properties.$screen_height,*.properties.planName,*.properties.$set.email,*.properties.$active_feature_flags.0,*.timestamp,*.distinct_id,*.elements_chain,*.created_at,event,coalesce(properties.$current_url),timestamp',
  `${uuid7(1)},$pageview,https://www.acme.example/,404,1920,1080,,,flag,2026-03-04 09:01:00.123000+00:00,${uuid7(100)},,2026-03-04 09:10:00+00:00,$pageview,https://www.acme.example/,2026-03-04T09:01:00.123000Z`,
  `${uuid7(2)},plan chosen,,,,,Team,ada@acme.example,,2026-03-04 09:02:00.123000+00:00,${uuid7(100)},,2026-03-04 09:10:00+00:00,plan chosen,,2026-03-04T09:02:00.123000Z`,
  '',
].join('\r\n');

test('PostHog: "Export all columns" as CSV gives the same events as a batch export', async () => {
  const [workspace, other] = [await h.newWorkspace(), await h.newWorkspace()];
  const table = await fileOf('export.csv', allColumns);
  const lines = await fileOf('export.jsonl', batch.join(''));
  const counts = { rows: 4, stored: 2, duplicates: 2, faulty: 0 };
  expect(await run(workspace, 'posthog', table, lines)).toMatchObject(counts);
  await run(other, 'posthog', lines);
  const [ofTable, ofLines] = [await list(workspace, inMarch), await list(other, inMarch)];
  const facts = (events: typeof ofTable) =>
    events.map(({ name, created_at, properties, url, title }) => [
      name,
      created_at,
      properties,
      url,
      title,
    ]);
  expect(facts(ofTable)).toEqual(facts(ofLines));
  expect(ofTable.find(({ name }) => name === 'plan chosen')).toMatchObject({
    properties: { planName: 'Team' },
  });
});

test('PostHog: what is another export is named, with the one to choose', async () => {
  const workspace = await h.newWorkspace();
  const current = await fileOf('current.csv', 'event,Person,Url / Screen,Library,timestamp\r\n');
  const message = await refusal(workspace, 'posthog', current);
  expect(message).toContain('lacks the column distinct_id');
  expect(message).toContain('choose "Export all columns"');
  const parquet = await fileOf('part.parquet', Buffer.from('PAR1\x15\x04\x15\0'));
  expect(await refusal(workspace, 'posthog', parquet)).toContain(
    'is a Parquet file; export it as JSON lines (JSONL).',
  );
  const workbook = await fileOf('export.xlsx', zipOf({ 'docProps/app.xml': '<a/>' }));
  expect(await refusal(workspace, 'posthog', workbook)).toContain(
    'is an Excel workbook; export it as CSV',
  );
  const zstd = await fileOf('part.jsonl.zst', Buffer.from('28b52ffd0458', 'hex'));
  expect(await refusal(workspace, 'posthog', zstd)).toContain('unpack it first (zstd -d)');
  const answer = await fileOf('answer.json', '{"next":null,"results":[]}');
  expect(await refusal(workspace, 'posthog', answer)).toContain('import its "results"');
});

/** BigQuery's console and bq: whole numbers as text, all four kinds of a value, and null where nothing is. */
const paramValue = (value: {
  string_value?: string;
  int_value?: string;
  double_value?: string;
}) => ({
  string_value: null,
  int_value: null,
  float_value: null,
  double_value: null,
  ...value,
});
const ga4Row = {
  event_date: '20260304',
  event_timestamp: '1772614800123456',
  event_name: 'page_view',
  event_params: [
    { key: 'page_location', value: paramValue({ string_value: 'https://www.acme.example/?a=1' }) },
    { key: 'dclid', value: null },
    { key: 'depth', value: paramValue({ double_value: '1.5' }) },
    { key: 'step', value: paramValue({ int_value: '2' }) },
    { key: 'page_referrer', value: paramValue({ string_value: 'https://www.google.com/' }) },
  ],
  event_bundle_sequence_id: '1445270839',
  user_id: null,
  user_pseudo_id: '745846450.1644156613',
  user_properties: [],
  device: { category: 'desktop', language: 'en-gb', web_info: null },
  ecommerce: null,
};

test('GA4: lines, a list over many lines, UTF-16 of PowerShell and records as text are the same events', async () => {
  const workspace = await h.newWorkspace();
  const lines = await fileOf('000000000000.json.gz', gzipSync(`${JSON.stringify(ga4Row)}\n`));
  const numbers = {
    ...ga4Row,
    event_timestamp: 1772614800123456,
    event_bundle_sequence_id: 1445270839,
    event_params: JSON.stringify(ga4Row.event_params),
    device: JSON.stringify(ga4Row.device),
  };
  const forms = [
    JSON.stringify([ga4Row], null, 2),
    `[${JSON.stringify(ga4Row)}]`,
    Buffer.from(`\uFEFF${JSON.stringify([ga4Row], null, 2)}`, 'utf16le'),
    `\uFEFF${JSON.stringify(numbers)}\r\n`,
  ];
  const files = await Promise.all(forms.map((form, place) => fileOf(`ga4-${place}.json`, form)));
  const counts = { stored: 1, duplicates: 4, faults: [] };
  expect(await run(workspace, 'ga4', lines, ...files)).toMatchObject(counts);
  const fresh = await h.newWorkspace();
  await run(fresh, 'ga4', await fileOf('numbers.json', JSON.stringify(numbers)));
  for (const one of [workspace, fresh]) {
    expect(await list(one, inMarch)).toMatchObject([
      { name: 'page_view', created_at: '2026-03-04T09:00:00Z', properties: { step: 2 } },
    ]);
  }
});

test('GA4: reports and tables are refused with the export to choose', async () => {
  const workspace = await h.newWorkspace();
  const report = '# ----------------------------------------\n# Pages and screens\n';
  const message = await refusal(workspace, 'ga4', await fileOf('report.csv', report));
  expect(message).toContain('is a GA4 report, which has only totals');
  expect(message).toContain('events_… from the BigQuery project');
  const flat = await fileOf('flat.csv', 'event_date,event_name\n20260304,page_view\n');
  expect(await refusal(workspace, 'ga4', flat)).toContain('is a CSV file');
  const avro = await fileOf('part.avro', Buffer.from('Obj\x01\x04'));
  expect(await refusal(workspace, 'ga4', avro)).toContain('export it as JSON (newline delimited)');
});
