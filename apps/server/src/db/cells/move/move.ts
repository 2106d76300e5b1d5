/**
 * Moves a workspace to another database. Its rows are copied while it is used, then what changed since; then nothing of it
 * may be changed for a moment, the rest is copied, and the home database says that it lives there:
 * that one commit is the move. What is copied is counted at both ends then, as of the same snapshot: while nothing may be
 * changed, only the rest, and once more all that can be counted in a moment. Broken off before, it stays where it is; after,
 * it is at the new place.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { StartError } from '../../../common/start-error.ts';
import { lockClasses } from '../../lock-classes.ts';
import { openForRows } from '../../prompt-socket.ts';
import { floorsOf } from '../../transaction-numbers.ts';
import { type CellUrl, homeName } from '../cell-urls.ts';
import { compareWithin, copyNoted, copyTable, type Ends, movingOn } from './copy.ts';
import { beginNoting, close, closeForEver, type Note, removeFence, takeNotes } from './fence.ts';
import { arrived, giveUp, type PlaceRow, readPlace, setOut, settle, stop } from './place.ts';
import { removeRows } from './remove.ts';
import { isLast, type MovingTable, selectMovingTables } from './tables.ts';

/** Nothing may be changed for so long at most, whatever happens to this process. */
const stoppedSeconds = 20;
/** By then it has to be at the new place, or it stays at the old one. */
const mostStoppedMs = 12_000;
/** Processes ask every second where workspaces live. */
const knownInSeconds = 1.5;
/** What reads at the old place has ended by then. */
const graceMs = 3_000;
/** So few changed rows are copied while it is stopped. */
const fewNotes = 2_000;
const mostPasses = 10;
/** For so long all rows are counted once more while nothing may be changed. */
const compareMs = 500;

export interface MoveOptions {
  homeUrl: string;
  cells: CellUrl[];
  workspaceId: string;
  /** A cell, or home. */
  to: string;
  onProgress: (line: string) => void;
}

export interface Moved {
  from: string;
  to: string;
  rows: number;
  /** For how long nothing could be changed. */
  stoppedMs: number;
}

export async function moveWorkspace(options: MoveOptions): Promise<Moved> {
  const opened: postgres.Sql[] = [];
  const open = (name: string): postgres.Sql => {
    const url =
      name === '' ? options.homeUrl : options.cells.find((cell) => cell.name === name)?.url;
    if (url === undefined) {
      throw new StartError(`CELLS does not name a cell ${name}. It names: ${namesOf(options)}.`);
    }
    // Counts and times are a matter of the whole: one statement has no more time than all of them.
    const sql = openForRows(url, 'footfall move');
    opened.push(sql);
    return sql;
  };
  try {
    return await new Move(options, open).run();
  } finally {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 5 })));
  }
}

function namesOf({ cells }: MoveOptions): string {
  return [homeName, ...cells.map(({ name }) => name)].join(', ');
}

class Move {
  readonly #options: MoveOptions;
  readonly #open: (name: string) => postgres.Sql;
  readonly #home: postgres.Sql;
  readonly #id: string;

  constructor(options: MoveOptions, open: (name: string) => postgres.Sql) {
    this.#options = options;
    this.#open = open;
    this.#home = open('');
    this.#id = options.workspaceId;
  }

  async run(): Promise<Moved> {
    const [lock] = await this.#home<{ isOurs: boolean }[]>`
      select pg_try_advisory_lock(${lockClasses.move}, hashtext(${this.#id})) as "isOurs"`;
    if (!lock?.isOurs) throw new StartError('This workspace is being moved by another process.');
    const to = this.#options.to === homeName ? '' : this.#options.to;
    const place = await readPlace(this.#home, this.#id);
    if (place.leftBehind !== null) await this.#cleanUp(place.leftBehind);
    const from = place.cell;
    if (from === to) {
      if (place.movingTo !== null) await this.#takeBack(place);
      return { from: nameOf(from), to: nameOf(to), rows: 0, stoppedMs: 0 };
    }
    if (place.movingTo !== null && place.movingTo !== nameOf(to)) await this.#takeBack(place);
    return this.#move(from, to);
  }

  async #move(from: string, to: string): Promise<Moved> {
    const [source, target] = [this.#open(from), this.#open(to)];
    const tables = await selectMovingTables(target);
    await requireSame(tables, await selectMovingTables(source));
    await this.#requireNoSink(source);
    await setOut(this.#home, this.#id, nameOf(to));
    await removeRows(target, this.#id, tables, { isHome: to === '', keepsLog: true });
    try {
      await beginNoting(source, this.#id, tables);
      const first = await this.#copyFirst(source, target, tables);
      const changed = await this.#catchUp(source, target, tables);
      const { rest, begun } = await this.#copyRest(source, target, tables);
      const rows = first + changed + rest;
      await settle(this.#home, this.#id, { from: nameOf(from), to, knownInSeconds });
      const stoppedMs = performance.now() - begun + knownInSeconds * 1000;
      this.#tell(`lives in ${nameOf(to)} now; nothing could be changed for ${seconds(stoppedMs)}`);
      await closeForEver(source, this.#id);
      await this.#cleanUp(nameOf(from));
      return { from: nameOf(from), to: nameOf(to), rows, stoppedMs };
    } catch (error) {
      const now = await readPlace(this.#home, this.#id);
      if (now.cell === from) await this.#takeBack(now);
      throw error;
    }
  }

  /** As of one moment, while it is used. */
  async #copyFirst(source: postgres.Sql, target: postgres.Sql, tables: MovingTable[]) {
    let rows = 0;
    await source.begin('isolation level repeatable read', async (from) => {
      for (const table of tables.filter((one) => !isLast(one))) {
        const count = await target.begin(async (to) => {
          await to.unsafe(movingOn);
          return copyTable({ from, to }, this.#id, table);
        });
        rows += count;
        if (count > 0) this.#tell(`${table.name}: ${count} rows`);
        await target.unsafe(`analyze public.${table.name}`).catch(() => undefined);
      }
    });
    return rows;
  }

  /** What changed since, until it is little. Returns how many rows more there are. */
  async #catchUp(source: postgres.Sql, target: postgres.Sql, tables: MovingTable[]) {
    let rows = 0;
    for (let pass = 1; pass <= mostPasses; pass++) {
      const notes = await takeNotes(source, this.#id);
      rows += await inBoth(source, target, (ends) => this.#copyNotes(ends, tables, notes));
      this.#tell(`${notes.length} rows had changed`);
      if (notes.length <= fewNotes) break;
    }
    return rows;
  }

  async #copyNotes(ends: Ends, tables: MovingTable[], notes: Note[]): Promise<number> {
    let rows = 0;
    for (const table of tables) {
      const own = notes.filter((note) => note.table === table.name);
      if (own.length > 0 && !isLast(table)) rows += await copyNoted(ends, this.#id, table, own);
    }
    return rows;
  }

  /** Nothing is changed any more from here on. */
  async #copyRest(source: postgres.Sql, target: postgres.Sql, tables: MovingTable[]) {
    const begun = performance.now();
    await stop(this.#home, this.#id, stoppedSeconds);
    await close(source, this.#id, stoppedSeconds);
    const notes = await takeNotes(source, this.#id);
    const rest = await inBoth(source, target, async (ends) => {
      let rows = await this.#copyNotes(ends, tables, notes);
      for (const table of tables.filter(isLast)) rows += await copyTable(ends, this.#id, table);
      await ends.to.unsafe(floorsOf(`workspaces where workspace_id = '${this.#id}'`));
      return rows;
    });
    await this.#compare([source, target], tables);
    if (performance.now() - begun > mostStoppedMs) {
      throw new StartError(
        `Nothing could be changed for ${seconds(performance.now() - begun)}, and it was not done: the workspace stays where it is. Try again when less is written.`,
      );
    }
    return { rest, begun };
  }

  /** What was counted part by part, as a whole: as far as that goes quickly. */
  async #compare(ends: [postgres.Sql, postgres.Sql], tables: MovingTable[]): Promise<void> {
    const until = performance.now() + compareMs;
    for (const table of tables) {
      const leftMs = Math.floor(until - performance.now());
      if (leftMs < 1 || !(await compareWithin(ends, this.#id, table, leftMs))) return;
    }
  }

  /** It stays where it is: nothing is left of what was begun. */
  async #takeBack(place: PlaceRow): Promise<void> {
    const source = this.#open(place.cell);
    const tables = await selectMovingTables(source);
    await removeFence(source, this.#id, tables);
    const to = place.movingTo === homeName ? '' : (place.movingTo ?? '');
    if (place.movingTo !== null && to !== place.cell) {
      await removeRows(this.#open(to), this.#id, tables, { isHome: to === '', keepsLog: true });
    }
    await giveUp(this.#home, this.#id);
  }

  /** Of the rows that are still at the old place. */
  async #cleanUp(name: string): Promise<void> {
    const left = name === homeName ? '' : name;
    const source = this.#open(left);
    await closeForEver(source, this.#id);
    await sleep(graceMs);
    const tables = await selectMovingTables(source);
    await removeRows(source, this.#id, tables, { isHome: left === '', keepsLog: false });
    await removeFence(source, this.#id, tables);
    await arrived(this.#home, this.#id);
    this.#tell(`nothing is left of it in ${name}`);
  }

  /** The sink reads the home database alone. */
  async #requireNoSink(source: postgres.Sql): Promise<void> {
    const [found] =
      await source`select from sink_positions where workspace_id = ${this.#id} limit 1`;
    if (!found) return;
    throw new StartError(
      'A ClickHouse is sent what is stored of this workspace, and the sink reads the home database alone: it cannot be moved.',
    );
  }

  #tell(line: string): void {
    this.#options.onProgress(line);
  }
}

/** As of one moment at the old place, as a whole at the new one. */
async function inBoth(
  source: postgres.Sql,
  target: postgres.Sql,
  work: (ends: Ends) => Promise<number>,
): Promise<number> {
  let rows = 0;
  await source.begin('isolation level repeatable read', (from) =>
    target.begin(async (to) => {
      await to.unsafe(movingOn);
      rows = await work({ from, to });
    }),
  );
  return rows;
}

function nameOf(cell: string): string {
  return cell === '' ? homeName : cell;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function requireSame(one: MovingTable[], other: MovingTable[]): Promise<void> {
  if (JSON.stringify(one.map(shapeOf)) === JSON.stringify(other.map(shapeOf))) return;
  throw new StartError('The databases have not the same tables: run ./footfall migrate first.');
}

function shapeOf({ name, columns }: MovingTable): [string, string[]] {
  return [name, columns];
}
