/**
 * On each node, for each of its parts: a schema with a view per table, under the table's name. First in the search path, it
 * makes any statement, trigger or function work on that part alone, as on a single PostgreSQL; row level security and grants
 * are those of the shards, for the calling role (`security_invoker`).
 *
 * Its `footfall_hold()` runs at the start of a transaction: like Citus's own writes, it takes the lock that keeps a shard in
 * place, and fails if it has moved.
 */
import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { groupRole, restrictApplication } from '../application-rights.ts';
import { type ApplicationLogin, ensureLogin } from '../application-role.ts';
import { databaseLocks } from '../lock-classes.ts';
import { renumberArrivals, type Shard } from './arrivals.ts';
import { anchorTable } from './tables.ts';

/** A part was moved to another node. */
export const movedState = 'FK002';

/** Schema where the owner can read the rows of all parts on a node. */
export const nodeSchema = 'footfall_node';

export interface CitusNode {
  groupId: number;
  host: string;
  port: number;
}

/** The nodes with data. */
export async function listNodes(owner: postgres.ISql): Promise<CitusNode[]> {
  return owner<CitusNode[]>`
    select n.groupid as "groupId", n.nodename as host, n.nodeport as port from pg_dist_node n
    where n.noderole = 'primary' and n.isactive and exists (
      select from pg_dist_placement p join pg_dist_shard s using (shardid)
      where p.groupid = n.groupid and s.logicalrelid = ${anchorTable}::regclass)
    order by n.groupid`;
}

export function urlOfNode(ownerUrl: string, { host, port }: CitusNode): string {
  const url = new URL(ownerUrl);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  return url.href;
}

/** The shards on this node. */
async function listShards(node: postgres.ISql): Promise<Shard[]> {
  return node<Shard[]>`
    with here as (
      select s.logicalrelid, s.shardid, s.shardminvalue from pg_dist_shard s join pg_dist_placement p using (shardid)
      where p.groupid = (select groupid from pg_dist_local_group) and p.shardstate = 1
    ), parts as (
      select shardid, shardminvalue from here where logicalrelid = ${anchorTable}::regclass
    )
    select c.relname as "table", a.shardid::text as part, shard_name(h.logicalrelid, h.shardid) as shard,
           array(select quote_ident(attname) from pg_attribute
                 where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns
    from here h join pg_class c on c.oid = h.logicalrelid and c.relnamespace = 'public'::regnamespace
    left join parts a on a.shardminvalue = h.shardminvalue
    order by c.relname, h.shardid`;
}

export function partSchema(part: string): string {
  return `footfall_${part}`;
}

/** Statements that create this node's views. */
async function viewStatements(node: postgres.ISql): Promise<string[]> {
  const shards = await listShards(node);
  const parts = [...new Set(shards.flatMap(({ part }) => part ?? []))];
  const ofPart = (part: string) =>
    shards.filter((shard) => shard.part === part || shard.part === null);
  const tables = new Map<string, Shard[]>();
  for (const shard of shards) tables.set(shard.table, [...(tables.get(shard.table) ?? []), shard]);
  return [
    `create schema ${nodeSchema}`,
    refuseFunction,
    ...parts.flatMap((part) => [
      `create schema ${partSchema(part)}`,
      `grant usage on schema ${partSchema(part)} to ${groupRole}`,
      ...ofPart(part).flatMap((shard) => viewOf(partSchema(part), shard)),
      holdFunction(part),
    ]),
    ...[...tables].map(
      ([table, all]) =>
        `create view ${nodeSchema}.${table} with (security_invoker) as ${all.map(selectOf).join(' union all ')}`,
    ),
  ];
}

function selectOf({ shard, columns }: Shard): string {
  return `select ${columns.join(', ')} from public.${shard}`;
}

function viewOf(schema: string, shard: Shard): string[] {
  const view = `${schema}.${shard.table}`;
  if (shard.part === null) {
    return [
      `create view ${view} with (security_invoker) as ${selectOf(shard)}`,
      `create trigger refuse instead of insert or update or delete on ${view} for each row execute function ${nodeSchema}.refuse()`,
      `grant select on ${view} to ${groupRole}`,
    ];
  }
  return [
    `create view ${view} with (security_invoker) as ${selectOf(shard)}`,
    `grant select, insert, update, delete on ${view} to ${groupRole}`,
  ];
}

/** Replicated tables are changed on the coordinator, or the copies would differ. */
const refuseFunction = `
    create function ${nodeSchema}.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'accounts are changed on the coordinator';
    end $$`;

function holdFunction(part: string): string {
  return `
    create function ${partSchema(part)}.footfall_hold() returns void
    language plpgsql security definer set search_path = pg_catalog as $$
    begin
      -- Of the owner alone.
      perform lock_shard_metadata(5, array[${part}]);
      if not exists (select from pg_dist_placement p where p.shardid = ${part}
                     and p.groupid = (select groupid from pg_dist_local_group)) then
        raise exception 'this part of the workspaces was moved to another node' using errcode = '${movedState}';
      end if;
    end $$`;
}

/** Not propagated, since each node has its own views. */
const alone = 'set local citus.enable_ddl_propagation = off';

async function dropSchemas(node: postgres.TransactionSql): Promise<void> {
  const schemas = await node<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname ~ '^footfall_([0-9]+|node)$'`;
  for (const { name } of schemas) await node.unsafe(`drop schema ${name} cascade`);
}

/** Needed before changing the underlying tables. */
export async function dropShardViews(ownerUrl: string, nodes: CitusNode[]): Promise<void> {
  await onEach(ownerUrl, nodes, (tx) => dropSchemas(tx));
}

/**
 * Recreates outdated views. `login`: passed by a migration, the only one running; without it, missing views
 * mean that a migration is in progress.
 */
export async function makeShardViews(
  ownerUrl: string,
  nodes: CitusNode[],
  login?: ApplicationLogin,
): Promise<void> {
  // In a separate transaction: everybody on the node waits while views are recreated.
  await onEach(ownerUrl, nodes, async (tx) => {
    if ((await madeFrom(tx)) === null && !login) return;
    await tx`select pg_advisory_xact_lock(${databaseLocks.citusArrivals})`;
    await renumberArrivals(tx, await listShards(tx));
  });
  await onEach(ownerUrl, nodes, async (tx) => {
    const made = await madeFrom(tx);
    if (made === null && !login) return;
    if (login) {
      await restrictApplication(tx);
      await ensureLogin(tx, login);
    }
    const text = (await viewStatements(tx)).join(';\n');
    if (made === digest(text)) return;
    await dropSchemas(tx);
    await tx.unsafe(text);
    await tx.unsafe(`comment on schema ${nodeSchema} is '${digest(text)}'`);
  });
}

/** Hash of the statements behind the existing views. */
async function madeFrom(node: postgres.ISql): Promise<string | null> {
  const [row] = await node<{ text: string | null }[]>`
    select obj_description(oid, 'pg_namespace') as text from pg_namespace where nspname = ${nodeSchema}`;
  return row?.text ?? null;
}

/** Whether all views are up to date. */
export async function hasShardViews(ownerUrl: string, node: CitusNode): Promise<boolean> {
  let isSo = false;
  await onEach(ownerUrl, [node], async (tx) => {
    isSo = (await madeFrom(tx)) === digest((await viewStatements(tx)).join(';\n'));
  });
  return isSo;
}

async function onEach(
  ownerUrl: string,
  nodes: CitusNode[],
  work: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      const sql = postgres(urlOfNode(ownerUrl, node), {
        max: 1,
        onnotice: () => undefined,
        connect_timeout: 10,
      });
      try {
        await sql.begin(async (tx) => {
          await tx.unsafe(alone);
          await work(tx);
        });
      } finally {
        await sql.end({ timeout: 5 });
      }
    }),
  );
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
