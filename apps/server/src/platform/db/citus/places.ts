/** Caches which node of a Citus cluster has a workspace; it can move while the service runs. */
import { RecentEntries } from '../../common/recent-entries.ts';
import type { Tx } from '../connection-pool.ts';
import { DatabaseAway } from '../faults.ts';
import { type CitusNode, partSchema } from './shard-views.ts';
import { anchorTable } from './tables.ts';

const rememberedWorkspaces = 100_000;

/** A shard group of workspaces on a node. */
export interface Place {
  /** The node's index. */
  node: number;
  /** Starts a transaction: selects the part's views, and keeps it from moving. */
  opening: string;
  /** The table behind a view, for statements that views do not support. */
  stored(table: string): string;
}

interface Row {
  part: string;
  groupId: number;
  names: Record<string, string>;
}

export class Places {
  readonly #nodes: CitusNode[];
  readonly #ask: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  #cache = new RecentEntries<Place>(rememberedWorkspaces);
  #parts = new Map<string, Promise<Place>>();

  constructor(nodes: CitusNode[], ask: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) {
    this.#nodes = nodes;
    this.#ask = ask;
  }

  cached(workspaceId: string): Place | undefined {
    return this.#cache.get(workspaceId);
  }

  async find(workspaceId: string): Promise<Place> {
    const cached = this.#cache.get(workspaceId);
    if (cached) return cached;
    const [row] = await this.#ask(
      (tx) => tx<{ part: string }[]>`
        select get_shard_id_for_distribution_column(${anchorTable}, ${workspaceId}::uuid)::text as part`,
    );
    const place = await this.#part(row?.part ?? '');
    this.#cache.set(workspaceId, place);
    return place;
  }

  async #part(part: string): Promise<Place> {
    const reading = this.#parts.get(part) ?? this.#read(part);
    this.#parts.set(part, reading);
    return reading.catch((error: unknown) => {
      this.#parts.delete(part);
      throw error;
    });
  }

  async all(): Promise<Place[]> {
    const rows = await this.#ask(
      (tx) => tx<{ part: string }[]>`
        select shardid::text as part from pg_dist_shard where logicalrelid = ${anchorTable}::regclass order by shardid`,
    );
    return Promise.all(rows.map(({ part }) => this.#part(part)));
  }

  /** Call after a move. */
  forgetAll(): void {
    this.#cache = new RecentEntries(rememberedWorkspaces);
    this.#parts = new Map();
  }

  async #read(part: string): Promise<Place> {
    const [row] = await this.#ask(
      (tx) => tx<Row[]>`
        select a.shardid::text as part, p.groupid as "groupId",
               (select jsonb_object_agg(s.logicalrelid::text, shard_name(s.logicalrelid, s.shardid))
                from pg_dist_shard s join pg_dist_partition t using (logicalrelid)
                where t.colocationid = (select colocationid from pg_dist_partition where logicalrelid = a.logicalrelid)
                  and s.shardminvalue = a.shardminvalue) as names
        from pg_dist_shard a join pg_dist_placement p using (shardid) where a.shardid = ${part}`,
    );
    const node = this.#nodes.findIndex(({ groupId }) => groupId === row?.groupId);
    if (!row || node < 0) {
      throw new DatabaseAway(
        'UNKNOWN_NODE',
        'the workspace is on a node of the cluster that was added since the service started: start it anew',
      );
    }
    const { names } = row;
    return {
      node,
      opening: `set local search_path = ${partSchema(part)}, public; select footfall_hold()`,
      stored: (table) => `public.${names[table] ?? table}`,
    };
  }
}
