/* Exports over HTTP: what is in a file is what the list tells, for whoever asks; what they cost and what ends them. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { exportLimits, exportOperations } from '@footfall/contract/exports';
import type { OperationSpec } from '@footfall/contract/operation';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../../accounts/keys/store.ts';
import { setFeatures } from '../../../accounts/workspaces/store.ts';
import { readCsv } from '../../../platform/csv/read-csv.ts';
import type { TestWorkspace } from '../../../testing/harness.ts';
import { pageIn, type Row, restOf } from '../../../testing/rest.ts';
import { restPathOf, seedWorkspace } from '../../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../../testing/shared-harness.ts';
import { requireExportable } from './file.ts';

const h = await sharedHarness();
const seeded = await seedWorkspace(h, 2);
const rest = restOf(h, seeded.secretKey);
const specs: OperationSpec[] = Object.values(exportOperations);
/** Each with its list. */
const kinds = specs.map((spec): [string, string, string] => {
  const path = restPathOf(spec, seeded);
  const list = path.replace('/exports', '').replace('/people', '/identities');
  return [spec.id, path, list];
});
const auth = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

async function exported(path: string, key = seeded.secretKey) {
  const answer = await fetch(`${h.url}/api/v1${path}`, auth(key));
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() };
}

const recordsIn = (text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const arrayBufferOf = (bytes: Buffer) =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;

describe.each(kinds)('%s', (_id, path, list) => {
  test('has the records of the list, as NDJSON, CSV and Parquet', async () => {
    const { data, pagination } = pageIn(await rest.get(list));
    expect(data.length).toBeGreaterThan(0);
    const ndjson = await exported(`${path}?format=ndjson`);
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(ndjson.headers.get('x-total-count')).toBe(String(pagination.total));
    expect(recordsIn(ndjson.text)).toEqual(data);

    const csv = await exported(path);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [names = [], ...lines] = await linesIn(csv.bytes);
    const cells = data.map((record) => names.map((name) => textOf(record[name])));
    expect(lines.map((line) => line.map(parsed))).toEqual(cells.map((line) => line.map(parsed)));

    const parquet = await exported(`${path}?format=parquet`);
    const read = await parquetReadObjects({ file: arrayBufferOf(parquet.bytes) });
    expect(read.map(plain)).toEqual(data.map((record) => plain(record)));
    for (const [name, value] of Object.entries(read[0] ?? {})) {
      if (/_at$/.test(name) && value) expect(value, name).toBeInstanceOf(Date);
    }
  });

  test('is masked for a key that hides personal data', async () => {
    const { key } = await h.newKey({ workspaceId: seeded.id, pii: 'hidden' });
    const { data } = pageIn(await restOf(h, key).get(list));
    expect(recordsIn((await exported(`${path}?format=ndjson`, key)).text)).toEqual(data);
  });

  test('needs what the list needs', async () => {
    const { key } = await h.newKey({ workspaceId: seeded.id, scopes: ['mcp'] });
    for (const address of [path, list]) {
      expect((await restOf(h, key).get(address)).text).toContain('missing_scope');
    }
    expect((await exported(`${path}?limit=3`)).text).toContain('query.limit');
    expect((await exported(`${path}?format=xls`)).text).toContain('query.format');
  });
});

/** As a spreadsheet has it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Names of objects stand in no order. */
function parsed(text: unknown): unknown {
  return typeof text === 'string' && /^[{[]/.test(text) ? JSON.parse(text) : text;
}

async function linesIn(bytes: Buffer): Promise<string[][]> {
  const lines: string[][] = [];
  for await (const rows of readCsv(chunksOf(bytes))) lines.push(...rows.map((row) => row.fields));
  return lines;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A record with what Parquet has other types for as the API tells it. */
function plain(record: object): object {
  const entries = Object.entries(record).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    if (value instanceof Date) return [[name, value.toISOString().replace('.000Z', 'Z')]];
    if (typeof value === 'bigint') return [[name, Number(value)]];
    return [[name, parsed(value)]];
  });
  return Object.fromEntries(entries);
}

describe('of many records', () => {
  let workspace: TestWorkspace;
  const count = 4_000;
  const path = '/exports/leads?format=ndjson';

  beforeAll(async () => {
    workspace = await h.newWorkspace();
    await makeLeads(workspace.id, count);
    // As the database does by itself within a minute.
    await h.db.system((tx) => tx`analyze leads`);
  });

  test('pages follow one another without a gap, in the requested order', async () => {
    const { text, headers } = await exported(`${path}&sort=created_at`, workspace.secretKey);
    expect(headers.get('x-total-count')).toBe(String(count));
    const codes = recordsIn(text).map(({ code }) => Number(code));
    expect(codes).toEqual(Array.from({ length: count }, (_, place) => place + 1));
    const filter = encodeURIComponent('source = fair');
    const few = await exported(`${path}&filter=${filter}&fields=code,source`, workspace.secretKey);
    const rows = recordsIn(few.text);
    expect([rows.length, few.headers.get('x-total-count')]).toEqual([count / 4, `${count / 4}`]);
    expect(rows[0]).toEqual({ code: String(count), source: 'fair' });
  });

  test('Parquet is written in groups of bounded size', async () => {
    const { bytes } = await exported('/exports/leads?format=parquet', workspace.secretKey);
    const file = arrayBufferOf(bytes);
    const { row_groups } = await parquetMetadataAsync(file);
    expect(row_groups.length).toBeGreaterThan(3);
    const codes = (await parquetReadObjects({ file, columns: ['code'] })).map(({ code }) => code);
    expect(codes).toHaveLength(count);
    expect(new Set(codes).size).toBe(count);
  });

  test('an unread export holds no connection, and few can run at once', async () => {
    const open = [];
    for (let place = 0; place < exportLimits.ofWorkspace; place++) open.push(await begun(path));
    const refused = await exported(path, workspace.secretKey);
    expect([refused.status, JSON.parse(refused.text).details.reason]).toEqual([
      429,
      'exports_of_workspace',
    ]);
    // Another workspace has places of its own.
    expect((await exported(path)).status).toBe(200);
    await expect.poll(openTransactions).toBe(0);
    for (const answer of open) answer.destroy();
    await expect
      .poll(async () => (await exported('/exports/leads', workspace.secretKey)).status)
      .toBe(200);
  });

  test('a key that is revoked is cut off, and the reader notices', async () => {
    const { id, key } = await h.newKey({ workspaceId: workspace.id });
    const answer = await begun(path, key);
    await h.db.system((tx) => revokeKey(tx, id));
    const read = (async () => {
      for await (const _ of answer);
    })();
    await expect(read).rejects.toThrow('aborted');
    expect(answer.complete).toBe(false);
    expect((await exported(path, key)).status).toBe(401);
  });

  /** With its first bytes; the rest is not taken. */
  async function begun(url: string, key = workspace.secretKey): Promise<IncomingMessage> {
    const request = get(`${h.url}/api/v1${url}`, { agent: false, ...auth(key) });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await once(answer, 'readable');
    return answer;
  }

  async function openTransactions(): Promise<number> {
    const rows = await h.db.everywhere(
      (tx) => tx`
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in%'`,
    );
    return rows.flat().length;
  }
});

/** The codes tell their order. */
async function makeLeads(workspaceId: string, count: number): Promise<void> {
  await h.db.upkeep(
    (tx) => tx`
      insert into leads (workspace_id, id, is_test, visitor_id, code, source, properties, location,
                         edited, opened_by, created_at, updated_at)
      select ${workspaceId}, gen_random_uuid(), false, gen_random_uuid(), n::text,
             case when n % 4 = 0 then 'fair' else 'web' end, jsonb_build_object('text', repeat('x', 1500)),
             '{}', '{}', 'api', now() - (${count} - n) * interval '1 second', now()
      from generate_series(1, ${count}::integer) n`,
    workspaceId,
  );
}

test('the audit log names who exported what, without any content', async () => {
  const { key, id } = await h.newKey({ workspaceId: seeded.id });
  const filter = encodeURIComponent('email = "ada@example.com" OR traits.secret:x');
  await exported(`/exports/people?format=ndjson&filter=${filter}`, key);
  const refused = await exported('/exports/people?format=nothing', key);
  expect(refused.status).toBe(400);
  const log = await rest.get(`/audit-log?actor_id=${id}`);
  expect(pageIn(log).data).toEqual([
    expect.objectContaining({
      action: 'exportPeople',
      resource_type: 'people',
      fields: ['filter', 'format', 'filter.email', 'filter.traits'],
      changes: { arguments: expect.stringMatching(/^[\da-f]{64}$/), rows: 0, format: 'ndjson' },
    }),
  ]);
  expect(log.text).not.toMatch(/ada@|secret/);
});

test('HEAD returns the total and takes no place', async () => {
  const { pagination } = pageIn(await rest.get('/leads'));
  for (let times = 0; times <= exportLimits.ofWorkspace; times++) {
    const { status, headers, text } = await rest.raw('HEAD', '/exports/leads');
    expect([status, headers.get('x-total-count'), text]).toEqual([200, `${pagination.total}`, '']);
  }
});

test('a workspace without the feature, and another one, have nothing', async () => {
  const other = await h.newWorkspace();
  const { headers, text } = await exported('/exports/leads', other.secretKey);
  expect([headers.get('x-total-count'), text.split('\r\n').length]).toEqual(['0', 2]);
  await h.db.system((tx) => setFeatures(tx, other.id, ['mcp']));
  expect((await exported('/exports/leads', other.secretKey)).text).toContain(
    'feature_not_included',
  );
});

test('more than an export may hold is refused before it begins', () => {
  const ask = (total: number) => () =>
    requireExportable({ data: [], pagination: { total } }, { viewers_may_export: true }, {});
  expect(ask(exportLimits.rows)).not.toThrow();
  expect(ask(exportLimits.rows + 1)).toThrow('limited to 5,000,000');
});
