/**
 * Imports other services' files into a workspace through ingest. Progress is not stored: message ids derive from the
 * rows, so repeated rows are duplicates.
 */
import type { IngestResult } from '@footfall/contract/ingest';
import { selectVisitorSecret } from '../../accounts/workspaces/store.ts';
import { accessLogFormat } from '../../collect/imports/access-log.ts';
import { dayReader } from '../../collect/imports/days.ts';
import type { Format } from '../../collect/imports/format.ts';
import { ga4Format } from '../../collect/imports/ga4.ts';
import { posthogFormat } from '../../collect/imports/posthog.ts';
import { type RowWishes, readRow } from '../../collect/imports/read-row.ts';
import type { Row } from '../../collect/imports/rows.ts';
import { Sender } from '../../collect/imports/sender.ts';
import { Tally } from '../../collect/imports/tally.ts';
import { isZip } from '../../collect/imports/text-bytes.ts';
import { umamiFormat } from '../../collect/imports/umami.ts';
import { anonymousVisitor, type Ids } from '../../collect/senders/mapping.ts';
import type { PackedFile } from '../../platform/common/packed-file.ts';
import { StartError } from '../../platform/common/start-error.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { withOwnService } from './own-service.ts';

const formats = {
  umami: umamiFormat,
  posthog: posthogFormat,
  ga4: ga4Format,
  'access-log': accessLogFormat,
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;

export interface ImportWishes {
  workspaceId: string;
  from: FormatName;
  files: PackedFile[];
  timeZone: string;
  site: URL | undefined;
  hasPeople: boolean;
  hasLeads: boolean;
  isDryRun: boolean;
  /** Called after each piece of a file; throwing ends the import. */
  onProgress: (rows: number) => void;
  onSettling: () => void;
}

/** This many invalid rows, and no valid ones, indicate another format. */
const faultyToGiveUp = 1_000;

/** @throws StartError if a file is not as expected, or the service rejects the messages */
export async function importFiles(
  db: Database,
  config: Config,
  wishes: ImportWishes,
): Promise<Tally> {
  const { workspaceId, from, isDryRun } = wishes;
  const secret = await db.workspace(workspaceId, (tx) => selectVisitorSecret(tx, workspaceId));
  const tally = new Tally();
  if (isDryRun) {
    await readAll(wishes, secret, tally, undefined);
    return tally;
  }
  await withOwnService(db, config, workspaceId, async (service) => {
    const sender = new Sender<Sent>(service.target, from, (row, result) =>
      countResult(tally, row, result),
    );
    try {
      await readAll(wishes, secret, tally, sender);
      await sender.end();
    } catch (error) {
      throw await withWhatIsStored(error, sender, tally);
    } finally {
      await sender.settled();
    }
    wishes.onSettling();
    await service.background.settle();
  });
  return tally;
}

/** Also stores what was read before a file failed. */
async function withWhatIsStored(error: unknown, sender: Sender<Sent>, tally: Tally) {
  if (!(error instanceof StartError)) return error;
  await sender.end().catch(() => undefined);
  const { stored, duplicates } = tally;
  if (stored + duplicates === 0) return error;
  const duplicatesText = duplicates > 0 ? ` (${duplicates} already stored)` : '';
  return new StartError(
    `${error.message} Messages stored before the error: ${stored}${duplicatesText}.`,
    {
      cause: error,
    },
  );
}

/** Facts about a message's row until it is stored. */
interface Sent {
  day: string;
  isPageView: boolean;
  isBot: boolean;
  file: string;
  line: number;
}

async function readAll(
  { from, files, timeZone, site, hasPeople, hasLeads, onProgress }: ImportWishes,
  secret: string,
  tally: Tally,
  sender: Sender<Sent> | undefined,
): Promise<void> {
  const format: Format = formats[from];
  const dayOf = dayReader(timeZone);
  const ids = importIds(secret);
  const rowWishes = { site, hasPeople, hasLeads, ids, nowMs: Date.now() };
  for (const packed of files) {
    const { unpacked } = format;
    const tables = unpacked && isZip(packed.head) ? await unpacked(packed) : [packed];
    for (const file of tables) {
      for await (const rows of format.rows(file)) {
        for (const row of rows) await take(row, file.path);
        onProgress(tally.rows);
      }
    }
  }

  async function take(row: Row, file: string): Promise<void> {
    tally.rows += 1;
    const { line } = row;
    const read = outcomeOf(format, row, rowWishes);
    if ('dropped' in read) return tally.addLeftOut(read.dropped);
    if ('refused' in read) return refuse({ file, line, reason: read.refused }, tally);
    const { messages, atMs, visitor, isPageView, isBot } = read;
    const day = dayOf(atMs);
    const counts = tally.day(day);
    tally.visitors.add(day, visitor);
    if (isBot) tally.botVisitors.add(day, visitor);
    if (isPageView) counts.pageViews += 1;
    if (sender) await sender.add({ day, isPageView, isBot, file, line }, messages);
    else {
      tally.stored += messages.length;
      if (isPageView) countView(counts, isBot, 'stored');
    }
  }
}

function outcomeOf(format: Format, { values, fault }: Row, wishes: RowWishes) {
  return fault === undefined ? readRow(format, values, wishes) : { refused: fault };
}

function refuse(fault: Tally['faults'][number], tally: Tally): void {
  tally.addFault(fault);
  if (tally.faulty < faultyToGiveUp || tally.faulty < tally.rows) return;
  throw new StartError(
    `None of the first ${tally.rows} rows of ${fault.file} can be read. Line ${tally.faults[0]?.line}: ${tally.faults[0]?.reason}.`,
  );
}

/** The same as the service's ids for senders. */
export function importIds(secret: string): Ids {
  const ofAnonymous = (text: string) => anonymousVisitor(secret, false, text);
  return { ofAnonymous, ofTheDay: (...names) => ofAnonymous(JSON.stringify(names)) };
}

function countResult(tally: Tally, row: Sent, { status, error, reason }: IngestResult): void {
  const { file, line, day, isPageView, isBot } = row;
  const counts = tally.day(day);
  switch (status) {
    case 'accepted':
      tally.stored += 1;
      if (isPageView) countView(counts, isBot, 'stored');
      return;
    case 'duplicate':
      tally.duplicates += 1;
      if (isPageView) countView(counts, isBot, 'duplicates');
      return;
    case 'rejected':
      tally.addFault({ file, line, reason: error ?? 'rejected' });
      if (isPageView) counts.refused += 1;
      return;
    case 'ignored':
      tally.ignored += 1;
      tally.addLeftOut(reason ?? 'not stored');
      if (isPageView) counts.notKept += 1;
  }
}

function countView(
  counts: ReturnType<Tally['day']>,
  isBot: boolean,
  outcome: 'stored' | 'duplicates',
) {
  counts[outcome] += 1;
  if (isBot) counts.bots += 1;
}
