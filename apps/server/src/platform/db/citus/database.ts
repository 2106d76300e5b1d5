/**
 * The database interface on a Citus cluster. Workspace transactions run directly on the node with the workspace's shards
 * (shard-views.ts): statements work as on a single PostgreSQL, and an unavailable node affects only its own workspaces. The
 * coordinator locates workspaces, and serves commands and accounts.
 */
import type { Database } from '../connect.ts';
import type { ConnectionPool, Tx } from '../connection-pool.ts';
import { DatabaseAway, sqlState } from '../faults.ts';
import { openSeries, openWorkspace, setWorkspace } from '../opening.ts';
import { type Server, sendAhead, type Work } from '../server.ts';
import { answersOf } from './answers.ts';
import { type Place, Places } from './places.ts';
import { type CitusNode, makeShardViews, movedState, nodeSchema } from './shard-views.ts';
import { anchorTable } from './tables.ts';

export interface CitusOptions {
  /** The coordinator. */
  main: Server;
  /** The nodes, in order. */
  servers: Server[];
  nodes: CitusNode[];
  ownerUrl: string;
  upkeepMs: number;
}

/** The part is missing or moving: its function disappeared with its views, or reports it. */
const movedStates = [movedState, '42883', '3F000'];

/**
 * Removing a moved shard at its old place drops the views that show it. An unhidden name then means the distributed table, so the
 * views are looked up first.
 */
const openNode =
  `begin; set local citus.override_table_visibility = off; set local search_path = ${nodeSchema}, public; ` +
  `select '${nodeSchema}.${anchorTable}'::regclass`;
/** A view is missing; all are missing. */
const goneStates = ['42P01', '3F000'];

export function citusDatabase(options: CitusOptions): Database {
  const { main, servers, nodes, ownerUrl, upkeepMs } = options;
  const system: Database['system'] = (work) => main.transact(main.owner, 'begin', work);
  const places = new Places(nodes, system);
  const serverOf = ({ node }: Place): Server => {
    const server = servers[node];
    if (!server) throw new Error(`no node ${node}`);
    return server;
  };

  let moving: Promise<void> | undefined;
  /** After shards moved: creates their views at the new place. */
  const follow = () => {
    moving ??= makeShardViews(ownerUrl, nodes)
      .catch(() => undefined)
      .finally(() => {
        places.forgetAll();
        moving = undefined;
      });
    return moving;
  };

  /** Runs a transaction at a place; explains a failure to begin. */
  async function at<T>(
    place: Place,
    pool: (server: Server) => ConnectionPool,
    opening: string,
    work: Work<T>,
    silentMs?: number,
  ): Promise<T> {
    let refusal: unknown;
    const server = serverOf(place);
    try {
      return await server.transact(
        pool(server),
        '',
        (tx, commitAhead) => {
          tx.stored = place.stored;
          sendAhead(tx, `${opening}; ${place.opening}`, (error) => {
            refusal = error;
          });
          return work(tx, commitAhead);
        },
        silentMs,
      );
    } catch (error) {
      if (!movedStates.includes(sqlState(refusal))) throw refusal ?? error;
      await follow();
      const reason = 'the workspace is being moved to another node';
      throw Object.assign(new DatabaseAway('PLACE_MOVED', reason), { cause: error });
    }
  }

  const asOwner = <T>(place: Place, work: (tx: Tx) => Promise<T>, silentMs?: number): Promise<T> =>
    at(place, ({ owner }) => owner, 'begin', work, silentMs);

  async function askNode<T>(
    server: Server,
    work: (tx: Tx) => Promise<T>,
    isAgain = false,
  ): Promise<T> {
    let refusal: unknown;
    try {
      return await server.transact(server.owner, '', (tx) => {
        sendAhead(tx, openNode, (error) => {
          refusal = error;
        });
        return work(tx);
      });
    } catch (error) {
      if (!goneStates.includes(sqlState(refusal))) throw refusal ?? error;
      await follow();
      if (!isAgain) return askNode(server, work, true);
      const reason = 'the tables of the node are being changed';
      throw Object.assign(new DatabaseAway('PLACE_MOVED', reason), { cause: error });
    }
  }

  return {
    async workspaceSeries(lane, first, work) {
      const place = await places.find(first);
      let entered = place;
      return at(
        place,
        (server) => server.lane(lane),
        openSeries,
        (tx, commitAhead) =>
          work((workspaceId) => {
            const own = places.cached(workspaceId);
            if (own?.node !== place.node) {
              throw new DatabaseAway('PLACE_MOVED', 'the workspaces are not on one node');
            }
            const opening = own === entered ? '' : `${own.opening}; `;
            entered = own;
            tx.stored = own.stored;
            sendAhead(tx, opening + setWorkspace(workspaceId));
            return tx;
          }, commitAhead),
      );
    },
    async workspace(workspaceId, work, options) {
      const place = await places.find(workspaceId);
      const opening = `${openWorkspace(options)}; ${setWorkspace(workspaceId)}`;
      return at(place, (server) => server.application, opening, work);
    },
    system,
    everywhere: (work, onFault) =>
      answersOf(
        servers.map((server) => askNode(server, work)),
        onFault,
      ),
    async upkeep(work, workspaceId) {
      if (workspaceId === undefined) return main.transact(main.owner, 'begin', work, upkeepMs);
      return asOwner(await places.find(workspaceId), work, upkeepMs);
    },
    async upkeepEverywhere(work, workspaceIds) {
      const parts = new Map<Place, string[]>();
      for (const place of workspaceIds ? [] : await places.all()) parts.set(place, []);
      for (const id of workspaceIds ?? []) {
        const place = await places.find(id);
        parts.set(place, [...(parts.get(place) ?? []), id]);
      }
      const silentMs = workspaceIds ? undefined : upkeepMs;
      const ask = ([place, ids]: [Place, string[]]) =>
        asOwner(place, (tx) => work(tx, ids), silentMs);
      return answersOf([...parts].map(ask));
    },
    servers: {
      count: servers.length,
      cached: (workspaceId) => places.cached(workspaceId)?.node,
      find: async (workspaceId) => (await places.find(workspaceId)).node,
      isAway(workspaceId) {
        const place = workspaceId === undefined ? undefined : places.cached(workspaceId);
        if (place) return serverOf(place).circuit.isOpen;
        return servers.every(({ circuit }) => circuit.isOpen);
      },
      waiting: () => [main, ...servers].reduce((sum, server) => sum + server.waiting, 0),
    },
    async close() {
      await moving;
      await Promise.all([main, ...servers].map((server) => server.close()));
    },
  };
}
