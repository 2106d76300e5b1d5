/**
 * Reads Plausible's exports. They hold daily totals, from which visits cannot be rebuilt, so nothing is stored; their
 * visitors and page views are compared with ours. Two kinds: from the site settings (a zip archive of
 * imported_visitors_20240301_20240331.csv and others, as ClickHouse writes them) and from the dashboard (a zip archive with
 * visitors.csv for its period, interval and filters). Source: plausible/analytics, lib/plausible/exports.ex and
 * lib/plausible_web/controllers/stats_controller.ex.
 */
import type { PackedFile } from '../../platform/common/packed-file.ts';
import { StartError } from '../../platform/common/start-error.ts';
import type { Fields, Mapped } from '../senders/mapping.ts';
import { csvRows, type Row } from './rows.ts';
import { isZip } from './text-bytes.ts';
import { zipEntries } from './zip-entries.ts';

export interface DailyFigures {
  /** Such as 2026-05-31. */
  day: string;
  visitors: number;
  pageViews: number;
}

const ownName = /(?:^|[/\\ ])imported_(\w+?)(?:_\d{8}_\d{8})?\.csv(?:\.gz)?$/;
const ofDashboard = /(?:^|[/\\ ])visitors\.csv$/;
const whichExport =
  'Use the zip archive from the site settings of Plausible (Imports & Exports), or its imported_visitors_….csv.';

/** The visitor tables among the files, also inside archives. @throws StartError if there are none */
export async function visitorTables(files: PackedFile[]): Promise<PackedFile[]> {
  const tables: PackedFile[] = [];
  for (const file of files)
    tables.push(...(isZip(file.head) ? await tablesIn(file) : tableOf(file)));
  if (tables.length > 0) return tables;
  throw new StartError(
    `No daily totals in ${files.map(({ path }) => path).join(', ')}. ${whichExport}`,
  );
}

async function tablesIn(archive: PackedFile): Promise<PackedFile[]> {
  const entries = await zipEntries(archive);
  const own = entries.filter(({ path }) => ownName.exec(path)?.[1] === 'visitors');
  return own.length > 0 ? own : entries.filter(({ path }) => ofDashboard.test(path));
}

/** Files with other names are identified by their columns. */
function tableOf(file: PackedFile): PackedFile[] {
  const isOther = (ownName.exec(file.path)?.[1] ?? 'visitors') !== 'visitors';
  return isOther || !/\.csv(?:\.gz)?$/i.test(file.path) ? [] : [file];
}

/** @throws StartError if the dashboard's interval was not days */
export async function* plausibleRows(file: PackedFile): AsyncGenerator<Row[]> {
  const steps = new Steps(file.path);
  const rows = csvRows(file, {
    needed: ['date', 'visitors', 'pageviews'],
    isWhat: 'an unfiltered visitors table of Plausible',
    hint: whichExport,
  });
  for await (const piece of rows) {
    for (const row of piece) steps.see(row);
    yield piece;
  }
  steps.check();
}

const dayMs = 86_400_000;

/** The dashboard exports every interval of its period, so days a week or month apart are not daily totals. */
class Steps {
  readonly #path: string;
  #before: number | undefined;
  #shortestMs = Number.POSITIVE_INFINITY;
  #isOfDashboard = false;

  constructor(path: string) {
    this.#path = path;
  }

  see({ values }: Row): void {
    if (!('views_per_visit' in values || 'bounce_rate' in values)) return;
    this.#isOfDashboard = true;
    const date = String(values.date);
    if (/^\d{4}-\d\d-\d\d \d\d:\d\d/.test(date)) throw this.#noDays('hours or minutes');
    const at = Date.parse(date);
    if (this.#before !== undefined) {
      this.#shortestMs = Math.min(this.#shortestMs, Math.abs(at - this.#before));
    }
    this.#before = at;
  }

  check(): void {
    if (!this.#isOfDashboard || this.#shortestMs === Number.POSITIVE_INFINITY) return;
    if (this.#shortestMs >= 28 * dayMs) throw this.#noDays('months');
    if (this.#shortestMs >= 7 * dayMs) throw this.#noDays('weeks');
  }

  #noDays(what: string): StartError {
    return new StartError(
      `${this.#path} has totals for ${what}, but the comparison needs days. Show days in the Plausible dashboard and export again. Or: ${whichExport}`,
    );
  }
}

/** Older than anything on the web. */
const earliestDay = '1995-01-01';

export function readFigures({
  values,
}: Row): DailyFigures | Exclude<Mapped, { messages: Fields[] }> {
  const { date, visitors, pageviews } = values;
  const day = String(date);
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
    return { refused: 'date: must be a day, such as 2026-05-31' };
  }
  if (day < earliestDay) return { refused: 'date: is before 1995' };
  // The dashboard's month includes future days; one day ahead may be another time zone.
  if (at > Date.now() + dayMs) return { dropped: 'days in the future' };
  if (!isCount(visitors) || !isCount(pageviews)) {
    return { refused: 'visitors, pageviews: must be whole numbers' };
  }
  return { day, visitors: Number(visitors), pageViews: Number(pageviews) };
}

function isCount(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,12}$/.test(value);
}
