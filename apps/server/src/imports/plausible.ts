/**
 * Plausible's export: sums of days, of which nobody can make the visits that they were made of. So nothing is stored of
 * it; its visitors and page views stand beside ours.
 */
import type { PackedFile } from '../common/packed-file.ts';
import { StartError } from '../common/start-error.ts';
import type { Mapped } from '../senders/mapping.ts';
import { csvRows, isZip, type Row } from './rows.ts';
import { zipEntries } from './zip-entries.ts';

export interface DailyFigures {
  /** 2026-05-31 */
  day: string;
  visitors: number;
  pageViews: number;
}

const ownName = /(?:^|[/\\ ])imported_(\w+?)_\d{8}_\d{8}\.csv(?:\.gz)?$/;

/** The tables of visitors among the files, also within archives. @throws StartError where there is none */
export async function visitorTables(files: PackedFile[]): Promise<PackedFile[]> {
  const all: PackedFile[] = [];
  for (const file of files) all.push(...(isZip(file.head) ? await zipEntries(file) : [file]));
  // A file of another name is looked at: its columns tell.
  const tables = all.filter(({ path }) => (ownName.exec(path)?.[1] ?? 'visitors') === 'visitors');
  const csv = tables.filter(({ path }) => /\.csv(?:\.gz)?$/i.test(path));
  if (csv.length > 0) return csv;
  throw new StartError(
    `There are no daily figures in ${files.map(({ path }) => path).join(', ')}: give the zip archive of Plausible's export, or its imported_visitors_….csv.`,
  );
}

export function plausibleRows(file: PackedFile): AsyncGenerator<Row[]> {
  return csvRows(
    file,
    ['date', 'visitors', 'pageviews'],
    "table imported_visitors of Plausible's export",
  );
}

export function readFigures({ values }: Row): DailyFigures | Extract<Mapped, { refused: string }> {
  const { date, visitors, pageviews } = values;
  const day = String(date);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) {
    return { refused: 'date: must be a day, such as 2026-05-31' };
  }
  if (!isCount(visitors) || !isCount(pageviews)) {
    return { refused: 'visitors, pageviews: must be whole numbers' };
  }
  return { day, visitors: Number(visitors), pageViews: Number(pageviews) };
}

function isCount(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,12}$/.test(value);
}
