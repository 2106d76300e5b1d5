/**
 * What home and a cell tell each other of the workspaces that live there, every two seconds: home, whose they are and what
 * was done there; the cell, what the workspaces are called and what they ask for. It is for reading only: what somebody may
 * do is asked where it is decided, in the transaction of the work or beside it.
 */
import { BackgroundLoop } from '../common/background-loop.ts';
import type { Database, Tx } from '../db/connect.ts';

const lookEveryMs = 2_000;
/** Of the audit log at home: what is older has long been told. */
const toldDays = 2;

interface WorkspaceCopy {
  id: string;
  text: string;
}

export class CellCopies {
  readonly #db: Database;
  readonly #onFailure: (error: unknown) => void;
  /** What each cell was told last. */
  readonly #told = new Map<string, string>();
  readonly #loop: BackgroundLoop;

  constructor(db: Database, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
    this.#loop = new BackgroundLoop({
      look: async () => {
        await this.exchange();
        return false;
      },
      pollMs: lookEveryMs,
      onFailure,
    });
  }

  start(): void {
    if (this.#db.cells().length > 0) this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async exchange(): Promise<void> {
    for (const { name, isAway } of this.#db.cells()) {
      const ids = this.#db
        .routes()
        .filter(({ cell }) => cell === name)
        .map(({ workspaceId }) => workspaceId);
      if (isAway || ids.length === 0) continue;
      try {
        await this.#tell(name, ids);
        await this.#learn(name, ids);
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }

  async #tell(cell: string, ids: string[]): Promise<void> {
    const known = await this.#db.system((tx) => selectKnownAtHome(tx, ids));
    const text = JSON.stringify(known);
    if (text === this.#told.get(cell)) return;
    await this.#db.cell(cell).system((tx) => storeKnownAtHome(tx, ids, known));
    this.#told.set(cell, text);
  }

  async #learn(cell: string, ids: string[]): Promise<void> {
    const copies = await this.#db.cell(cell).system((tx) => selectWorkspaces(tx, ids));
    // Routes may be as of before: what is on its way is told when it has come.
    const isHere = (id: string) =>
      this.#db.routes().some((route) => route.workspaceId === id && route.cell === cell);
    const there = copies.filter(({ id }) => isHere(id));
    if (there.length > 0) await this.#db.system((tx) => storeWorkspaces(tx, there));
    const gone = ids.filter((id) => isHere(id) && !copies.some((copy) => copy.id === id));
    for (const id of gone) await this.#db.system((tx) => forgetGone(tx, id));
  }
}

/** Of a deleted workspace nothing is left in its cell. */
async function forgetGone(tx: Tx, id: string): Promise<void> {
  const deleted = await tx`
    select from workspaces where workspace_id = ${id} and deleted_at is not null for update`;
  if (deleted.length === 0) return;
  for (const table of ['idempotent_answers', 'audit_log', 'workspace_places', 'workspaces']) {
    await tx`delete from ${tx(table)} where workspace_id = ${id}`;
  }
}

interface KnownAtHome {
  members: string;
  users: string;
  entries: string;
}

async function selectKnownAtHome(tx: Tx, ids: string[]): Promise<KnownAtHome | undefined> {
  const [row] = await tx<KnownAtHome[]>`
    select
      (select coalesce(jsonb_agg(m order by m.workspace_id, m.user_id), '[]') from workspace_members m
       where m.workspace_id = any(${ids}))::text as members,
      (select coalesce(jsonb_agg(u order by u.id), '[]') from users u
       where u.id in (select m.user_id from workspace_members m where m.workspace_id = any(${ids})))::text as users,
      (select coalesce(jsonb_agg(a order by a.workspace_id, a.id), '[]') from audit_log a
       where a.workspace_id = any(${ids}) and a.created_at > now() - make_interval(days => ${toldDays}))::text as entries`;
  return row;
}

/** People and members as a whole; of the audit log what is not there. */
async function storeKnownAtHome(tx: Tx, ids: string[], known: KnownAtHome | undefined) {
  if (!known) return;
  const { members, users, entries } = known;
  await tx`delete from workspace_members where workspace_id = any(${ids})`;
  await tx`
    insert into workspace_members select * from jsonb_populate_recordset(null::workspace_members, ${members}::text::jsonb)`;
  // Nobody signs in by what is here.
  await tx`delete from users u where not exists (select from user_accounts a where a.user_id = u.id)`;
  await tx`insert into users select * from jsonb_populate_recordset(null::users, ${users}::text::jsonb)`;
  await tx`
    insert into audit_log select * from jsonb_populate_recordset(null::audit_log, ${entries}::text::jsonb)
    on conflict do nothing`;
}

async function selectWorkspaces(tx: Tx, ids: string[]): Promise<WorkspaceCopy[]> {
  return tx<WorkspaceCopy[]>`
    select workspace_id as id, to_jsonb(w)::text as text from workspaces w
    where workspace_id = any(${ids}) order by workspace_id`;
}

async function storeWorkspaces(tx: Tx, copies: WorkspaceCopy[]): Promise<void> {
  const texts = `[${copies.map(({ text }) => text).join(',')}]`;
  await tx`
    update workspaces w
    set name = c.name, features = c.features, settings = c.settings, second_factor_required = c.second_factor_required,
      deleted_at = c.deleted_at
    from jsonb_populate_recordset(null::workspaces, ${texts}::text::jsonb) c
    where w.workspace_id = c.workspace_id
      and (w.name, w.features, w.settings, w.second_factor_required, w.deleted_at)
        is distinct from (c.name, c.features, c.settings, c.second_factor_required, c.deleted_at)`;
  const over = copies.map(({ id }) => id);
  for (const table of ['workspace_members', 'invitations']) {
    await tx`
      delete from ${tx(table)} where workspace_id in (
        select workspace_id from workspaces where workspace_id = any(${over}) and deleted_at is not null)`;
  }
}
