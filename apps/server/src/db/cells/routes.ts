/**
 * Where workspaces live that are not in the home database, as it tells: asked every second, so that each process
 * knows within two. While it is away what was known last goes on.
 */
import type { Database, Tx } from '../connect.ts';

const pollMs = 1_000;

export interface Route {
  workspaceId: string;
  /** Empty: home. */
  cell: string;
  /** On its way: it can be read, and not changed. */
  isStopped: boolean;
  movingTo: string | null;
  leftBehind: string | null;
}

async function selectRoutes(tx: Tx): Promise<Route[]> {
  return tx<Route[]>`
    select workspace_id as "workspaceId", cell, stopped_until > now() as "isStopped", moving_to as "movingTo",
           left_behind as "leftBehind"
    from workspace_places order by workspace_id`;
}

export class Routes {
  readonly #home: Database;
  readonly #polling: NodeJS.Timeout;
  #known = new Map<string, Route>();
  #asking: Promise<void> | undefined;

  constructor(home: Database) {
    this.#home = home;
    this.#polling = setInterval(() => void this.refresh().catch(() => undefined), pollMs).unref();
  }

  /** Undefined: it lives at home, and stays. */
  of(workspaceId: string): Route | undefined {
    return this.#known.get(workspaceId);
  }

  all(): Route[] {
    return [...this.#known.values()];
  }

  /** Those who ask at the same time share one question. */
  refresh(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async close(): Promise<void> {
    clearInterval(this.#polling);
    await this.#asking?.catch(() => undefined);
  }

  async #ask(): Promise<void> {
    const routes = await this.#home.system(selectRoutes);
    this.#known = new Map(routes.map((route) => [route.workspaceId, route]));
  }
}
