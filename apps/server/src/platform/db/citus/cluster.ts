/** Additional steps of migrations on a Citus cluster. */
import type postgres from 'postgres';
import { StartError } from '../../common/start-error.ts';
import { readLogin } from '../application-role.ts';
import { databaseLocks } from '../lock-classes.ts';
import { sqlStatements } from '../sql-statements.ts';
import { hasCitus } from './detect.ts';
import { distributeTables } from './distribute.ts';
import { dropShardViews, listNodes, makeShardViews } from './shard-views.ts';
import { anchorTable } from './tables.ts';

/** Allows changing a table after its rows. Triggers: see distribute.ts. A migration's settings apply on the nodes too. */
const stepSettings =
  "set local citus.multi_shard_modify_mode = 'sequential'; set local citus.enable_unsafe_triggers = on; " +
  "set local citus.propagate_set_commands = 'local'";

/** Location of a database's tables, for migrations. */
export interface Layout {
  /** Before the migrations. */
  prepare(isComplete: boolean): Promise<void>;
  /** Runs a migration within its transaction. */
  apply(tx: postgres.TransactionSql, text: string): Promise<void>;
  /** After the migrations. */
  arrange(isChanged: boolean): Promise<void>;
  /** After a failed migration: keeps serving the current state. @throws instructions, if that fails too */
  restore(failure: unknown): Promise<void>;
}

export async function layoutOf(owner: postgres.Sql, ownerUrl: string): Promise<Layout> {
  return (await hasCitus(owner)) ? new CitusCluster(owner, ownerUrl) : oneServer;
}

const oneServer: Layout = {
  prepare: async () => undefined,
  async apply(tx, text) {
    await tx.unsafe(text);
  },
  arrange: async () => undefined,
  restore: async () => undefined,
};

class CitusCluster implements Layout {
  readonly #owner: postgres.Sql;
  readonly #ownerUrl: string;

  constructor(owner: postgres.Sql, ownerUrl: string) {
    this.#owner = owner;
    this.#ownerUrl = ownerUrl;
  }

  /** Migrations cannot change tables that views depend on. */
  async prepare(isComplete: boolean): Promise<void> {
    await this.#requireWorkers();
    if (!isComplete) await dropShardViews(this.#ownerUrl, await this.#nodes());
  }

  /** Puts every table in its place, with views. */
  async arrange(isChanged: boolean): Promise<void> {
    await this.#owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${databaseLocks.citusArrangement})`;
      await distributeTables(tx, isChanged);
    });
    await this.#owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${databaseLocks.citusArrangement})`;
      await makeShardViews(this.#ownerUrl, await listNodes(tx), await readLogin(tx));
    });
  }

  /** Citus requires some statements to run alone. */
  async apply(tx: postgres.TransactionSql, text: string): Promise<void> {
    await tx.unsafe(stepSettings);
    for (const statement of sqlStatements(text)) await tx.unsafe(statement);
  }

  async restore(failure: unknown): Promise<void> {
    try {
      if ((await this.#nodes()).length > 0) await this.arrange(true);
    } catch (error) {
      throw new StartError(
        `Could not change the tables (${reasonOf(failure)}) or restore their views (${reasonOf(error)}). Requests get 503 until you fix both and run ./footfall migrate.`,
        { cause: error },
      );
    }
  }

  async #nodes() {
    const [isThere] = await this.#owner`
      select from pg_dist_partition where logicalrelid = to_regclass(${anchorTable})`;
    return isThere ? listNodes(this.#owner) : [];
  }

  async #requireWorkers(): Promise<void> {
    const [local] = await this.#owner<{ groupId: number }[]>`
      select groupid as "groupId" from pg_dist_local_group`;
    const [node] = await this.#owner`
      select from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards`;
    if (local?.groupId === 0 && node) return;
    throw new StartError(
      local?.groupId === 0
        ? 'The database has the Citus extension but no data node. On the coordinator, run select citus_set_coordinator_host(ADDRESS, PORT), and select citus_add_node(ADDRESS, PORT) for each worker. Then start again.'
        : 'DATABASE_URL is a worker of a Citus cluster. Set it to the coordinator.',
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
