/** Search tokens in the database: lookup, and update after changes. */
import { type Column, columnValues, nameList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';
import { type IndexedKind, indexedKinds, selectSearched } from './records.ts';
import { tokensOf } from './words.ts';

/** One range of tokens of a kind. */
export interface Scan {
  kind: IndexedKind;
  low: string;
  high: string;
  /** Most tokens to read. */
  most: number;
}

export interface Scanned {
  /** Distinct records, in token order. */
  ids: string[];
  /** The whole range was read. */
  isComplete: boolean;
}

/** Results of the scans, and the newest records with possibly outdated tokens. */
export async function scanTokens(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  scans: Scan[],
  pendingLimit: number,
): Promise<{ scanned: Scanned[]; pending: { kind: IndexedKind; id: string }[] }> {
  // One statement, with texts that the driver need not parse.
  const rows = await tx<{ place: number; kind: IndexedKind; ids: string }[]>`
    select s.place::integer as place, s.kind, string_agg(t.id::text, ',' order by t.token, t.id) as ids
    from unnest(${scans.map(({ kind }) => kind)}::text[], ${scans.map(({ low }) => low)}::text[],
                ${scans.map(({ high }) => high)}::text[], ${scans.map(({ most }) => most)}::integer[])
      with ordinality as s (kind, low, high, most, place)
    cross join lateral (
      select token, id from search_tokens
      where workspace_id = ${workspaceId} and is_test = ${isTest} and kind = s.kind
        and token >= s.low and token < s.high
      order by token, id limit s.most
    ) t
    group by s.place, s.kind
    union all
    select 0, kind, string_agg(id::text, ',' order by xact desc, id desc)
    from (select xact, kind, id from search_pending where workspace_id = ${workspaceId}
          order by xact desc, kind desc, id desc limit ${pendingLimit}) newest
    group by kind`;
  const scanned = scans.map(({ most }, place) => {
    const ids = rows.find((row) => row.place === place + 1)?.ids.split(',') ?? [];
    return { ids: [...new Set(ids)], isComplete: ids.length < most };
  });
  const pending = rows.flatMap(({ place, kind, ids }) =>
    place === 0 ? ids.split(',').map((id) => ({ kind, id })) : [],
  );
  return { scanned, pending };
}

interface PendingRow {
  /** As text: it exceeds a number's precision. */
  xact: string;
  kind: IndexedKind;
  id: string;
}

interface IndexedRecord {
  kind: IndexedKind;
  id: string;
  isTest: boolean;
  tokens: string[];
}

const recordColumns: Column<IndexedRecord>[] = [
  { name: 'kind', type: 'text', value: ({ kind }) => kind },
  { name: 'id', type: 'uuid', value: ({ id }) => id },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
  { name: 'tokens', type: 'text', value: ({ tokens }) => tokens.join('\n') },
];

/**
 * Updates tokens of the newest pending records; returns their number, or undefined while another process does this
 * in the workspace. One at a time, or an older version of a record could overwrite a newer one.
 */
export async function indexPending(
  tx: Tx,
  workspaceId: string,
  limit: number,
): Promise<number | undefined> {
  const [turn] = await tx<{ is_ours: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`search ${workspaceId}`}, 0)) as is_ours`;
  if (!turn?.is_ours) return undefined;
  const pending = await tx<PendingRow[]>`
    select xact::text as xact, kind, id from search_pending where workspace_id = ${workspaceId}
    order by search_pending.xact desc, kind desc, id desc limit ${limit}`;
  if (pending.length === 0) return 0;
  const [wanted, stored] = await Promise.all([
    wantedTokens(tx, workspaceId, pending),
    storedTokens(tx, workspaceId, pending),
  ]);
  await replaceTokens(tx, workspaceId, stored, wanted);
  await tx`
    delete from search_pending p
    using unnest(${pending.map(({ xact }) => xact)}::text[]::bigint[], ${pending.map(({ kind }) => kind)}::text[],
                 ${pending.map(({ id }) => id)}::uuid[]) as t (xact, kind, id)
    where p.workspace_id = ${workspaceId} and p.xact = t.xact and p.kind = t.kind and p.id = t.id`;
  return pending.length;
}

/** From the current records; none for deleted ones. */
async function wantedTokens(
  tx: Tx,
  workspaceId: string,
  pending: PendingRow[],
): Promise<IndexedRecord[]> {
  const idsOf = (kind: IndexedKind) => [
    ...new Set(pending.filter((row) => row.kind === kind).map(({ id }) => id)),
  ];
  const records = await selectSearched(tx, workspaceId, {
    identity: idsOf('identity'),
    company: idsOf('company'),
    lead: idsOf('lead'),
  });
  return indexedKinds.flatMap((kind) =>
    records[kind].map(({ id, isTest, fields }) => ({ kind, id, isTest, tokens: tokensOf(fields) })),
  );
}

async function storedTokens(
  tx: Tx,
  workspaceId: string,
  pending: PendingRow[],
): Promise<IndexedRecord[]> {
  const rows = await tx<{ kind: IndexedKind; id: string; is_test: boolean; tokens: string }[]>`
    select r.kind, r.id, r.is_test, r.tokens
    from (select distinct kind, id from unnest(${pending.map(({ kind }) => kind)}::text[],
                                               ${pending.map(({ id }) => id)}::uuid[]) as t (kind, id)) t
    join search_records r on r.workspace_id = ${workspaceId} and r.kind = t.kind and r.id = t.id`;
  return rows.map(({ kind, id, is_test: isTest, tokens }) => ({
    kind,
    id,
    isTest,
    tokens: tokens === '' ? [] : tokens.split('\n'),
  }));
}

async function replaceTokens(
  tx: Tx,
  workspaceId: string,
  stored: IndexedRecord[],
  wanted: IndexedRecord[],
): Promise<void> {
  const keyOf = ({ kind, id, isTest, tokens }: IndexedRecord) =>
    [kind, id, isTest, ...tokens].join('\n');
  const before = new Set(stored.map(keyOf));
  const after = new Set(wanted.map(keyOf));
  const gone = stored.filter((record) => !after.has(keyOf(record)));
  const made = wanted.filter((record) => !before.has(keyOf(record)));
  if (gone.length > 0) {
    const kept = new Set(made.map(({ kind, id }) => kind + id));
    await tx.unsafe(deleteTokens, [workspaceId, ...columnValues(recordColumns, gone)]);
    const lost = gone.filter(({ kind, id }) => !kept.has(kind + id));
    await tx.unsafe(deleteRecords, [workspaceId, ...columnValues(recordColumns, lost)]);
  }
  if (made.length === 0) return;
  await tx.unsafe(upsertRecords, [workspaceId, ...columnValues(recordColumns, made)]);
}

/** One row per token of the records `t`: sending each token with its id took most of the time. */
const eachToken = `cross join lateral unnest(string_to_array(t.tokens, E'\\n')) as each (token)`;

const deleteTokens = `
  delete from search_tokens s using ${unnestClause(recordColumns, 2)} ${eachToken}
  where s.workspace_id = $1::uuid and s.is_test = t.is_test and s.kind = t.kind and s.token = each.token and s.id = t.id`;
const deleteRecords = `
  delete from search_records r using ${unnestClause(recordColumns, 2)}
  where r.workspace_id = $1::uuid and r.kind = t.kind and r.id = t.id`;
const upsertRecords = `
  with made as (select * from ${unnestClause(recordColumns, 2)}), records as (
    insert into search_records (workspace_id, ${nameList(recordColumns)})
    select $1::uuid, ${nameList(recordColumns)} from made
    on conflict (workspace_id, kind, id) do update set is_test = excluded.is_test, tokens = excluded.tokens)
  insert into search_tokens (workspace_id, is_test, kind, token, id)
  select $1::uuid, t.is_test, t.kind, each.token, t.id from made t ${eachToken}
  order by t.is_test, t.kind, each.token, t.id
  on conflict do nothing`;
