import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { companyOfEmail, companyOfNetwork } from '../../enrichment/companies/company-of.ts';
import { runCombined } from '../../platform/db/combined-statement.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { upsertCompanies } from '../store.ts';
import { type ImportOptions, importCompanies, type Reject } from './import-companies.ts';
import { type ImportFile, openImportFile } from './open-file.ts';

const h = await sharedHarness();
const folder = await mkdtemp(join(tmpdir(), 'footfall-import-'));
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function newWorkspace() {
  const { id, secretKey } = await h.newWorkspace();
  const load = async (file: ImportFile | string, options: ImportOptions = {}) => {
    const rejects: Reject[] = [];
    const opened = typeof file === 'string' ? await openImportFile(file) : file;
    const result = await importCompanies(h.db, id, opened, {
      onRejects: async (some) => void rejects.push(...some),
      ...options,
    });
    return { ...result, rejects };
  };
  const details = () =>
    h.db.workspace(
      id,
      (tx) => tx<Record<string, string>[]>`
        select domain, name, description, employees, main_industry from company_details
        where workspace_id = ${id} order by domain`,
    );
  const marks = () =>
    h.db.workspace(
      id,
      (tx) => tx<{ rows_done: number }[]>`
        select rows_done from company_imports where workspace_id = ${id}`,
    );
  const meet = (...emails: string[]) => {
    const byEmail = emails.map((email) => companyOfEmail(id, false, email));
    const siemens = { asn: 15_465, networkOwner: 'SIEMENS AG', connection: 'business' };
    const seen = [...byEmail, companyOfNetwork(id, false, siemens)].flatMap((company) =>
      company ? [{ ...company, seenAt: '2026-05-01T00:00:00Z' }] : [],
    );
    return h.db.workspace(id, (tx) => runCombined(tx, id, [upsertCompanies(seen)]));
  };
  const companies = async () => pageIn(await restOf(h, secretKey).get('/companies')).data;
  return { id, load, details, marks, meet, companies };
}

const header = 'domain,name,description,employees,industry\r\n';

test('10,000 good rows are imported, and change the companies of the workspace', async () => {
  const { load, details, marks, meet, companies } = await newWorkspace();
  await meet('ada@company-7.example', 'bob@unknown.example');
  const rows = Array.from(
    { length: 10_000 },
    (_, place) =>
      `www.company-${place}.example,"Company ${place}, Inc.",Nr ${place},${place + 1},Tools\r\n`,
  );
  const path = await fileOf(
    'good.csv',
    `${header}${rows.join('')}siemens.com,Siemens AG,,10001+,\n`,
  );
  const first = await load(path);
  expect(first).toEqual({
    records: 10_001,
    imported: 10_001,
    rejected: 0,
    resumedAfter: 0,
    companiesUpdated: 2,
    rejects: [],
  });
  expect(await details()).toHaveLength(10_001);
  expect(await companies()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        domain: 'company-7.example',
        name: 'Company 7, Inc.',
        description: 'Nr 7',
        employees: '1-10',
        main_industry: 'Tools',
      }),
      expect.objectContaining({ domain: '', name: 'Siemens AG', employees: '10001+' }),
      expect.objectContaining({ domain: 'unknown.example', name: 'Unknown', employees: '' }),
    ]),
  );
  expect(await marks()).toEqual([]);
  expect(await load(path)).toEqual({ ...first, companiesUpdated: 0 });
});

test('the last row of a domain wins, within a file and across files', async () => {
  const { load, details } = await newWorkspace();
  await load(await fileOf('one.csv', 'domain,name\na.com,First\nb.com,B\nwww.a.com,Second\n'));
  await load(await fileOf('two.csv', 'domain,industry\nb.com,Tools\n'));
  expect(await details()).toMatchObject([
    { domain: 'a.com', name: 'Second' },
    { domain: 'b.com', name: '', main_industry: 'Tools' },
  ]);
});

test('bad rows are left out with their line and reason, and the others are imported', async () => {
  const { load, details } = await newWorkspace();
  const path = await fileOf(
    'bad.csv',
    '\uFEFFWebsite;Company;Size\r\na.com;"A;\r\nB";5\r\n;Nobody;1\r\n\r\nco.uk;X;1\r\nb.com;B\r\nc.com;C;many\r\n"d.com"x;D;1\r\ne.com;E;7;;\r\n',
  );
  const { rejects, ...counts } = await load(path);
  expect(counts).toMatchObject({ records: 7, imported: 2, rejected: 5 });
  expect(rejects).toEqual([
    { line: 4, reason: 'domain is empty', values: { domain: '', name: 'Nobody', employees: '1' } },
    expect.objectContaining({ line: 6, reason: 'domain "co.uk" is not a registrable domain' }),
    expect.objectContaining({ line: 7, reason: '2 fields instead of the 3 in the first line' }),
    expect.objectContaining({
      line: 8,
      reason: 'employees "many" is not a number or a range such as 11-50',
    }),
    expect.objectContaining({ line: 9, reason: expect.stringContaining('closing quote') }),
  ]);
  expect(await details()).toMatchObject([
    { domain: 'a.com', name: 'A; B', employees: '1-10' },
    { domain: 'e.com', name: 'E' },
  ]);
});

test('JSON, NDJSON and gzip are read as CSV is', async () => {
  const { load, details } = await newWorkspace();
  const companies = [
    { domain: 'a.com', company: 'A', employees: 70 },
    { url: 'https://b.com/', industry: 'Tools', description: null },
    { name: 'no domain' },
  ];
  const json = JSON.stringify(companies, undefined, 2);
  const lines = companies.map((company) => JSON.stringify(company)).join('\n');
  const expected = [
    { domain: 'a.com', name: 'A', description: '', employees: '51-200', main_industry: '' },
    { domain: 'b.com', name: '', description: '', employees: '', main_industry: 'Tools' },
  ];
  for (const [name, content, line] of [
    ['c.json', json, 12],
    ['c.ndjson', lines, 3],
    ['c.jsonl.gz', gzipSync(lines), 3],
    ['c.json.gz', gzipSync(json), 12],
  ] as const) {
    const { rejects, imported } = await load(await fileOf(name, content));
    expect(imported, name).toBe(2);
    expect(rejects, name).toMatchObject([{ line, reason: 'domain is empty' }]);
    expect([...(await details())], name).toEqual(expected);
  }
  const packed = await fileOf('packed', gzipSync('domain,name\nz.com,Z\n'));
  expect(await load(await openImportFile(packed, { format: 'csv' }))).toMatchObject({
    imported: 1,
  });
});

test('a dry run counts the same and writes nothing', async () => {
  const { load, details, marks } = await newWorkspace();
  const path = await fileOf('dry.csv', 'domain\na.com\nnone\n');
  expect(await load(path, { dryRun: true })).toMatchObject({ imported: 1, rejected: 1 });
  expect(await details()).toEqual([]);
  expect(await marks()).toEqual([]);
});

/** Breaks off before the record of that number, as a process that ends does. */
function brokenOff(file: ImportFile, before: number): ImportFile {
  return {
    ...file,
    async *records() {
      let count = 0;
      for await (const records of file.records()) {
        for (const record of records) {
          count += 1;
          if (count === before) throw new Error('broken off');
          yield [record];
        }
      }
    },
  };
}

test('an interrupted import continues after the last stored part', async () => {
  const { load, details, marks, id } = await newWorkspace();
  const rows = Array.from({ length: 12_000 }, (_, place) =>
    place % 1_000 === 0 ? 'bad\n' : `c${place}.example\n`,
  );
  const file = await openImportFile(await fileOf('long.csv', `domain\n${rows.join('')}`));
  await expect(load(brokenOff(file, 11_000))).rejects.toThrow('broken off');
  expect(await details()).toHaveLength(10_000);
  const [mark] = await marks();
  expect(mark?.rows_done).toBe(10_011);
  // Were a row of the first part written again, this one would come back.
  await h.db.workspace(
    id,
    (tx) => tx`delete from company_details where workspace_id = ${id} and domain = 'c1.example'`,
  );
  const begun: number[] = [];
  const onBegin = (resumedAfter: number) => void begun.push(resumedAfter);
  const result = await load(file, { onBegin });
  expect(begun).toEqual([10_011]);
  expect(result).toMatchObject({
    records: 12_000,
    imported: 11_988,
    rejected: 12,
    resumedAfter: 10_011,
  });
  expect(result.rejects).toHaveLength(12);
  expect(await details()).toHaveLength(11_987);
  expect(await marks()).toEqual([]);
});

test('an import restarts on request and for another file', async () => {
  const { load, details } = await newWorkspace();
  const rows = (name: string) =>
    Array.from({ length: 6_000 }, (_, place) => `c${place}.example,${name}\n`).join('');
  const path = await fileOf('again.csv', `domain,name\n${rows('Old')}`);
  await expect(load(brokenOff(await openImportFile(path), 5_500))).rejects.toThrow('broken off');
  expect(await load(path, { restart: true })).toMatchObject({ resumedAfter: 0 });
  await expect(load(brokenOff(await openImportFile(path), 5_500))).rejects.toThrow('broken off');
  expect(await load(await fileOf('again.csv', `domain,name\n${rows('New')}`))).toMatchObject({
    resumedAfter: 0,
  });
  expect(new Set((await details()).map(({ name }) => name))).toEqual(new Set(['New']));
});

test('two imports of one file at once: one reports that the other is running', async () => {
  const { load, details } = await newWorkspace();
  const rows = Array.from({ length: 12_000 }, (_, place) => `c${place}.example\n`);
  const file = await openImportFile(await fileOf('twice.csv', `domain\n${rows.join('')}`));
  const results = await Promise.allSettled([load(file), load(file)]);
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(failed).toHaveLength(1);
  expect(String(failed[0])).toContain('Another import of this file is running');
  expect(await details()).toHaveLength(12_000);
});

test('imports of different files with the same domains wait for each other', async () => {
  const { load, details } = await newWorkspace();
  const rows = Array.from({ length: 6_000 }, (_, place) => `c${place}.example\n`);
  const paths = await Promise.all([
    fileOf('up.csv', `domain\n${rows.join('')}`),
    fileOf('down.csv', `domain\n${rows.toReversed().join('')}`),
  ]);
  await Promise.all(paths.map((path) => load(path)));
  expect(await details()).toHaveLength(6_000);
});

test('details stay in their workspace', async () => {
  const [own, other] = [await newWorkspace(), await newWorkspace()];
  await own.load(await fileOf('own.csv', 'domain,name\nacme.example,Acme\n'));
  await other.meet('ada@acme.example');
  const names = (await other.companies()).map(({ name }) => name);
  expect(names.sort()).toEqual(['Acme', 'SIEMENS AG']);
});

test('rows that cannot be imported are named', async () => {
  const { load } = await newWorkspace();
  const gz = gzipSync(`domain\n${'a.com\n'.repeat(1_000)}`);
  await mkdir(join(folder, 'folder.csv'));
  await symlink(join(folder, 'nowhere'), join(folder, 'link.csv'));
  for (const [name, content, message] of [
    ['empty.csv', '', 'is empty.'],
    ['blank.csv', '\n\n', 'must have the column names'],
    ['other.csv', 'colour,weight\nred,5\n', 'The columns are colour, weight.'],
    ['book.csv', 'PK\x03\x04', 'is an Excel workbook or a zip archive'],
    ['latin.csv', Buffer.from('domain,name\na.com,Gr\xfc\xdfe\n', 'latin1'), 'UTF-8'],
    ['quote.csv', 'domain,name\na.com,"A\n', 'Line 2: a quote'],
    ['object.json', '{"domain":"a.com"}', 'add --format ndjson'],
    ['half.csv.gz', gz.subarray(0, 20), 'damaged or incomplete'],
    ['table.parquet', 'PAR1', 'does not show its format'],
  ] as const) {
    const loading = fileOf(name, content).then((path) => load(path));
    await expect(loading, name).rejects.toThrow(message);
    await expect(loading, name).rejects.toMatchObject({ name: 'StartError' });
  }
  await expect(load(join(folder, 'folder.csv'))).rejects.toThrow('folder.csv is a directory.');
  await expect(load(join(folder, 'link.csv'))).rejects.toThrow('link.csv does not exist.');
  await expect(load(join(folder, 'own.csv', 'x.csv'))).rejects.toThrow('does not exist.');
});

test('a file with column names only imports nothing', async () => {
  const { load } = await newWorkspace();
  expect(await load(await fileOf('head.csv', 'domain,name'))).toMatchObject({ records: 0 });
});
