import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runCommand } from '../testing/command-line.ts';
import { pageIn, recordIn, restOf } from '../testing/rest.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { run } from './main.ts';

const h = await sharedHarness({ trust: 'open' });
const folder = await mkdtemp(join(tmpdir(), 'footfall-spend-'));
afterAll(() => rm(folder, { recursive: true }));

/** Beside the service of this file. */
const env = { DATABASE_URL: h.ownerUrl };
const footfall = (...args: string[]) => runCommand(['campaigns', ...args], env);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await footfall(...args, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const own = ['--workspace', workspace.id];
  const list = () => json('spend', 'list', ...own);
  const campaigns = async () => pageIn(await rest.get('/campaigns')).data;
  return { workspace, rest, own, list, campaigns };
}

async function fileOf(...rows: string[]): Promise<string> {
  const path = join(folder, `${randomUUID()}.csv`);
  await writeFile(path, `date,campaign,source,medium,cost,currency\n${rows.join('\n')}\n`);
  return path;
}

const day1 = '2026-05-01,spring,google,cpc,12.50,EUR';
const day2 = '2026-05-02,spring,google,cpc,"1,000.10",EUR';

test('spend is stored by campaign and day, and its campaigns appear', async () => {
  const { own, list, campaigns, workspace } = await newWorkspace();
  const file = await fileOf(day2, day1, '2026-05-01,autumn,bing,cpc,3,USD');
  expect(await json('import-spend', ...own, '--file', file)).toEqual({
    rows: 3,
    campaigns: 2,
    new_campaigns: 2,
    from: '2026-05-01',
    to: '2026-05-02',
    amounts: [
      { currency: 'EUR', value: 1012.6 },
      { currency: 'USD', value: 3 },
    ],
    totals_left_out: 0,
    bad_rows: 0,
    bad: [],
    dry_run: false,
  });
  const spring = { campaign: 'spring', source: 'google', medium: 'cpc', currency: 'EUR' };
  expect(await list()).toEqual([
    { day: '2026-05-02', ...spring, amount: 1000.1 },
    {
      day: '2026-05-01',
      campaign: 'autumn',
      source: 'bing',
      medium: 'cpc',
      amount: 3,
      currency: 'USD',
    },
    { day: '2026-05-01', ...spring, amount: 12.5 },
  ]);
  expect(await campaigns()).toEqual(
    expect.arrayContaining([
      {
        id: expect.any(String),
        workspace_id: workspace.id,
        name: 'spring',
        source: 'google',
        medium: 'cpc',
        created_at: '2026-05-01T00:00:00Z',
      },
    ]),
  );
  const { stdout } = await footfall('spend', 'list', ...own, '--from', '2026-05-02');
  expect(stdout).toBe('2026-05-02  google / cpc / spring  EUR 1000.10\n');
  expect(await json('spend', 'list', ...own, '--to', '2026-05-01')).toEqual([]);
});

test('a second import of the same days replaces them, also in another currency; other days stay', async () => {
  const { own, list } = await newWorkspace();
  const first = await fileOf(day1, day2);
  await json('import-spend', ...own, '--file', first);
  const once = await list();
  expect((await json('import-spend', ...own, '--file', first)).new_campaigns).toBe(0);
  expect(await list()).toEqual(once);
  await json('import-spend', ...own, '--file', await fileOf(day1.replace('12.50,EUR', '20,USD')));
  expect(await list()).toEqual([once[0], { ...once[1], amount: 20, currency: 'USD' }]);
});

test('rows of one campaign and day in a file are added up without a rounding error', async () => {
  const { own, list } = await newWorkspace();
  const rows = Array.from({ length: 10 }, () => day1.replace('12.50', '0.1'));
  expect((await json('import-spend', ...own, '--file', await fileOf(...rows))).rows).toBe(1);
  expect((await list())[0].amount).toBe(1);
});

test('one bad row keeps all of the file out, with its line; --skip-bad stores the others', async () => {
  const { own, list, campaigns } = await newWorkspace();
  const file = await fileOf(day1, '2026-13-01,spring,google,cpc,1,EUR', day2);
  const refused = await footfall('import-spend', ...own, '--file', file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`1 row of ${file} cannot be read. Nothing was stored`);
  expect(refused.stderr).toContain('line 3: the date "2026-13-01" does not exist');
  expect(refused.stderr).toContain('--skip-bad');
  expect(await list()).toEqual([]);
  expect(await campaigns()).toEqual([]);
  const stored = await json('import-spend', ...own, '--file', file, '--skip-bad');
  expect(stored).toMatchObject({ rows: 2, bad: [{ line: 3 }] });
  const many = await fileOf(...Array.from({ length: 25 }, () => 'x'));
  expect((await footfall('import-spend', ...own, '--file', many)).stderr).toContain('and 5 more');
});

test('--dry-run shows what an import would store and stores nothing', async () => {
  const { own, list, campaigns } = await newWorkspace();
  const file = await fileOf(day1);
  const tried = await json('import-spend', ...own, '--file', file, '--dry-run');
  expect(tried).toMatchObject({ rows: 1, new_campaigns: 1, dry_run: true });
  const { stdout } = await footfall('import-spend', ...own, '--file', file, '--dry-run');
  expect(stdout).toContain('Would store 1 row of 1 campaign, 2026-05-01 to 2026-05-01: EUR 12.50');
  expect(stdout).toContain('1 new campaign: no visit has had');
  expect(await list()).toEqual([]);
  expect(await campaigns()).toEqual([]);
});

test('spend is set by hand, in place of what the day cost', async () => {
  const { own, list } = await newWorkspace();
  const flags = ['--day', '2026-05-01', '--campaign', 'fair', '--currency', 'eur'];
  const set = (amount: string) => json('spend', 'set', ...own, ...flags, '--amount', amount);
  const fair = { day: '2026-05-01', campaign: 'fair', source: '', medium: '', currency: 'EUR' };
  expect(await set('49.50')).toEqual({ ...fair, amount: 49.5 });
  await set('60');
  expect(await list()).toEqual([{ ...fair, amount: 60 }]);
});

test('two imports at once leave one of the two amounts, never both', async () => {
  const { own, list } = await newWorkspace();
  const files = await Promise.all(
    ['1', '2', '3', '4'].map((amount) => fileOf(day1.replace('12.50', amount))),
  );
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const importing = ['', '', 'campaigns', 'import-spend', ...own, '--file'];
  await Promise.all(files.map((file) => run([...importing, file], { DATABASE_URL: h.ownerUrl })));
  const rows = await list();
  expect(rows).toHaveLength(1);
  expect([1, 2, 3, 4]).toContain(rows[0].amount);
});

test('a campaign of spend is the one that visits with its tags belong to, whichever came first', async () => {
  const { own, workspace, rest, campaigns } = await newWorkspace();
  const visit = (name: string) =>
    h.send(
      {
        type: 'event',
        name: 'page_view',
        visitor_id: randomUUID(),
        timestamp: '2026-05-03T10:00:00Z',
        context: { campaign: { name, source: 'google', medium: 'cpc' } },
      },
      workspace.productionKey,
    );
  await visit('spring');
  const file = await fileOf(day1, day1.replace('spring', 'autumn'));
  expect(await json('import-spend', ...own, '--file', file)).toMatchObject({ new_campaigns: 1 });
  await visit('autumn');
  const rows = await campaigns();
  expect(rows.map(({ name, created_at }) => [name, created_at]).sort()).toEqual([
    ['autumn', '2026-05-01T00:00:00Z'],
    ['spring', '2026-05-01T00:00:00Z'],
  ]);
  for (const { id } of rows) {
    expect(recordIn(await rest.get(`/campaigns/${id}/performance`))).toMatchObject({
      sessions: 1,
      spend: [{ currency: 'EUR', value: 12.5 }],
    });
  }
});

test('recompute credits everything that is stored, or what happened since a day', async () => {
  const { own, workspace, rest } = await newWorkspace();
  const convert = (timestamp: string) =>
    h.send(
      {
        type: 'conversion',
        name: 'buy',
        visitor_id: randomUUID(),
        session_id: randomUUID(),
        timestamp,
      },
      workspace.productionKey,
    );
  await convert('2026-05-01T10:00:00Z');
  await convert('2026-05-02T10:00:00Z');
  await h.settle();
  await h.db.system((tx) => tx`delete from touchpoints where workspace_id = ${workspace.id}`);
  const touched = async () =>
    pageIn(await rest.get('/conversions')).data.map(({ last_touch }) => last_touch !== null);
  expect(await json('recompute', ...own, '--from', '2026-05-02')).toEqual({
    id: workspace.id,
    subjects: 2,
    visitors: 1,
  });
  expect(await touched()).toEqual([true, false]);
  expect(await json('recompute', ...own)).toMatchObject({ subjects: 4, visitors: 2 });
  expect(await touched()).toEqual([true, true]);
});

test('wrong files, flags and workspaces are explained', async () => {
  const { own } = await newWorkspace();
  const importing = ['import-spend', ...own, '--file'];
  const set = ['spend', 'set', ...own, '--campaign', 'x', '--day', '2026-05-01'];
  const cases: [string[], string][] = [
    [[...importing, join(folder, 'none.csv')], 'the file does not exist'],
    [[...importing, folder], 'it is a directory'],
    [[...importing, await fileOf()], 'has no usable rows'],
    [[...importing, await fileOf('"2026')], 'a quote (") is never closed'],
    [[...importing, await fileOf(day1), '--currency', 'XXL'], '"XXL" is not a currency code'],
    [[...importing, await fileOf(day1), '--date-format', 'ymd'], 'Allowed choices are mdy, dmy'],
    [['import-spend', '--file', 'x'], "'--workspace <id>' not specified"],
    [
      ['import-spend', '--workspace', randomUUID(), '--file', await fileOf(day1)],
      'No workspace has the ID',
    ],
    [[...set, '--amount', '-5', '--currency', 'EUR'], 'is negative'],
    [[...set, '--amount', '1,5', '--currency', 'EUR'], 'is not a number'],
    [['spend', 'list', ...own, '--from', 'monday'], 'is not a day'],
    [['recompute', ...own, '--from', 'monday'], 'Use a date or time'],
    [['recompute', '--workspace', randomUUID()], 'No workspace has the ID'],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await footfall(...args);
    expect(code, args.join(' ')).toBe(1);
    expect(stderr, args.join(' ')).toContain(message);
  }
});
