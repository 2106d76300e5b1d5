/**
 * Imports a file of company details into a workspace. Each part is stored in one transaction with the
 * progress, so a repeated import resumes after the last stored part. The file is still read from the
 * beginning, so that counts and rejects cover all of it.
 */

import { StartError, systemCode } from '../../platform/common/start-error.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { DetailField } from './columns.ts';
import { type CompanyDetails, readDetails, textOf } from './details.ts';
import {
  advanceImport,
  beginImport,
  endImport,
  refreshCompanies,
  upsertDetails,
} from './details-store.ts';
import type { ImportFile, ImportRecord } from './open-file.ts';

/** Per transaction. */
const domainsAtOnce = 5_000;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** A rejected record, with its content. */
export interface Reject {
  line: number;
  reason: string;
  values: Partial<Record<DetailField, string>>;
}

interface ImportProgress {
  bytesRead: number;
  records: number;
}

export interface ImportOptions {
  /** From the beginning, even if part of the file was stored. */
  restart?: boolean;
  /** Reads and checks everything without writing. */
  dryRun?: boolean;
  /** Called before the first record, with the number of records already stored. */
  onBegin?: (resumedAfter: number) => void;
  onProgress?: (progress: ImportProgress) => void;
  onRejects?: (rejects: Reject[]) => Promise<void>;
}

export interface ImportResult {
  /** In the whole file. */
  records: number;
  /** Valid records, stored unless it is a dry run. */
  imported: number;
  rejected: number;
  /** Records that an earlier, interrupted import stored. */
  resumedAfter: number;
  /** Companies with changed details. */
  companiesUpdated: number;
}

/** @throws StartError if the file cannot be read to its end, or the same import runs elsewhere */
export async function importCompanies(
  db: Database,
  workspaceId: string,
  file: ImportFile,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { restart = false, dryRun = false } = options;
  const resumedAfter = dryRun
    ? 0
    : await db.workspace(workspaceId, (tx) => beginImport(tx, workspaceId, file.key, restart));
  options.onBegin?.(resumedAfter);
  const parts = new PartWriter(db, workspaceId, file.key, resumedAfter);
  try {
    const { records, rejected } = await readAll(file, options, async (details, record) => {
      if (!dryRun && record > resumedAfter) await parts.add(details, record);
    });
    const counts = { records, imported: records - rejected, rejected, resumedAfter };
    if (dryRun) return { ...counts, companiesUpdated: 0 };
    await parts.end(Math.max(records, resumedAfter));
    const companiesUpdated = await refreshAll(db, workspaceId);
    await db.workspace(workspaceId, (tx) => endImport(tx, workspaceId, file.key));
    return { ...counts, companiesUpdated };
  } catch (error) {
    // Wait for the part being stored, so that the error is the last message.
    await parts.settled();
    throw isLostConnection(error) ? lostDatabase(error) : error;
  }
}

/** `onDetails` gets the record number, from 1. */
async function readAll(
  file: ImportFile,
  { onProgress, onRejects }: ImportOptions,
  onDetails: (details: CompanyDetails, record: number) => Promise<void>,
): Promise<{ records: number; rejected: number }> {
  let count = 0;
  let rejected = 0;
  for await (const records of file.records()) {
    const rejects: Reject[] = [];
    for (const record of records) {
      count += 1;
      const details = record.fault ?? readDetails(record.values);
      if (typeof details === 'string') rejects.push(rejectOf(record, details));
      else await onDetails(details, count);
    }
    rejected += rejects.length;
    if (rejects.length > 0) await onRejects?.(rejects);
    onProgress?.({ bytesRead: file.bytesRead(), records: count });
  }
  return { records: count, rejected };
}

function rejectOf({ line, values }: ImportRecord, reason: string): Reject {
  const texts = Object.entries(values).map(([field, value]) => [
    field,
    textOf(value) ?? JSON.stringify(value),
  ]);
  return { line, reason, values: Object.fromEntries(texts) };
}

/** Writes one part while the next is read. */
class PartWriter {
  readonly #db: Database;
  readonly #workspaceId: string;
  readonly #fileKey: string;
  #part = new Map<string, CompanyDetails>();
  #done: number;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, workspaceId: string, fileKey: string, done: number) {
    this.#db = db;
    this.#workspaceId = workspaceId;
    this.#fileKey = fileKey;
    this.#done = done;
  }

  /** The last record of a domain wins. */
  async add(details: CompanyDetails, record: number): Promise<void> {
    this.#part.set(details.domain, details);
    if (this.#part.size >= domainsAtOnce) await this.#write(record);
  }

  async end(record: number): Promise<void> {
    await this.#write(record);
    await this.#writing;
  }

  settled(): Promise<void> {
    return this.#writing.catch(ignore);
  }

  async #write(to: number): Promise<void> {
    await this.#writing;
    const [part, from] = [[...this.#part.values()], this.#done];
    this.#part = new Map();
    this.#done = to;
    this.#writing = this.#db.workspace(this.#workspaceId, async (tx) => {
      await advanceImport(tx, this.#workspaceId, this.#fileKey, from, to);
      await upsertDetails(tx, this.#workspaceId, part);
    });
    // The next part awaits it; until then this avoids an unhandled rejection.
    this.#writing.catch(ignore);
  }
}

/** Returns how many companies have changed details. */
async function refreshAll(db: Database, workspaceId: string): Promise<number> {
  let changed = 0;
  let last: string | undefined = lowestId;
  while (last !== undefined) {
    const after: string = last;
    const page = await db.workspace(workspaceId, (tx) => refreshCompanies(tx, workspaceId, after));
    changed += page.changed;
    last = page.last;
  }
  return changed;
}

/** Errors of the driver, and of PostgreSQL when shutting down. */
const lostCodes = /^(?:CONNECTION_|ECONN|EPIPE|57P0)/;

function isLostConnection(error: unknown): boolean {
  return lostCodes.test(systemCode(error) ?? '');
}

function lostDatabase(cause: unknown): StartError {
  return new StartError(
    'Lost the connection to the database. Run the same command again to continue.',
    { cause },
  );
}

function ignore(): void {}
