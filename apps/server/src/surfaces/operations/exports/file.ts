/**
 * Reads an export page by page, each in a separate transaction that checks permissions again. Between pages, neither
 * connection nor snapshot is held; the next page is read after the previous one was taken.
 */
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { type ExportFormat, exportLimits } from '@footfall/contract/exports';
import type { FileSpec, OperationSpec, RecordsPage } from '@footfall/contract/operation';
import type { WorkspaceSettings } from '../../../accounts/workspaces/settings.ts';
import type { Permissions } from '../../../platform/resource-kit/operation-context.ts';
import { timeWindow } from '../../../platform/resource-kit/time-window.ts';
import type { CheckedInput } from '../input.ts';
import { type Column, columnsOf } from './columns.ts';
import type { Place } from './places.ts';

export interface AnsweredFile {
  /** Safe in headers and file systems. */
  fileName: string;
  format: ExportFormat;
  columns: readonly Column[];
  /** Total at the beginning. */
  total: number;
  first: object[];
  /** The next records; undefined after the last. `size`: of the previous ones, in bytes. */
  next: (size: number) => Promise<object[] | undefined>;
  /** The reader has stopped. */
  close: () => void;
}

/** Records on the first page, while their size is unknown. */
const firstRows = 100;
const mostRows = 2_000;
/** Intended size of pages: read, encoded and sent at once. */
const pageBytes = 256 * 1024;
/** Per statement. */
const pageSeconds = 10;

export interface FileSource {
  operation: OperationSpec;
  spec: FileSpec;
  input: CheckedInput;
  place: Place;
  /** Reads a page in a separate transaction. @throws ApiError if the caller's access has ended */
  read: (input: CheckedInput) => Promise<RecordsPage>;
}

/** The receiver must close it. @throws ApiError */
export async function openFile({
  operation,
  spec,
  input,
  place,
  read,
}: FileSource): Promise<AnsweredFile> {
  const whole = { ...input, query: { ...input.query, ...boundsOf(operation, input.query) } };
  const { data, pagination } = await read(pageOf(whole, 'first', firstRows, ''));
  const inTurn = (page: CheckedInput) => place.inTurn(() => read(page));
  const pages = new FurtherPages(whole, inTurn, pagination.next_cursor ?? undefined);
  const { format = 'csv' } = input.query as { format?: ExportFormat };
  return {
    fileName: `${spec.name}-${new Date().toISOString().slice(0, 10)}.${format}`,
    format,
    columns: columnsOf(spec, operation.query?.properties ?? {}, input.query),
    total: pagination.total,
    first: data,
    next: (size) => pages.next(size),
    close() {
      pages.close();
      place.leave();
    },
  };
}

/** A window that ends now would move from page to page. */
function boundsOf({ window: rule }: OperationSpec, query: CheckedInput['query']) {
  if (!rule || rule.unless.some((name) => query[name] !== undefined)) return {};
  const { after, before } = timeWindow(query, rule);
  return { [rule.after]: after, [rule.before]: before };
}

function pageOf(
  input: CheckedInput,
  page: CheckedInput['page'],
  limit: number,
  cursor: string,
): CheckedInput {
  const advice = 'request less, for example a shorter time or a narrower filter';
  return {
    ...input,
    page,
    query: { ...input.query, limit, cursor },
    limit: { path: 'query.filter', advice, ...input.limit, seconds: pageSeconds },
  };
}

class FurtherPages {
  readonly #input: CheckedInput;
  readonly #read: FileSource['read'];
  readonly #endsAt = performance.now() + exportLimits.minutes * 60_000;
  #isClosed = false;
  #cursor: string | undefined;
  #rows = firstRows;
  #readRows = firstRows;

  constructor(input: CheckedInput, read: FileSource['read'], cursor: string | undefined) {
    this.#input = input;
    this.#read = read;
    this.#cursor = cursor;
  }

  async next(size: number): Promise<object[] | undefined> {
    if (this.#cursor === undefined) return undefined;
    this.#rows = rowsAfter(this.#rows, size / Math.max(1, this.#readRows));
    if (this.#isClosed) throw new Error('the export was closed');
    if (performance.now() > this.#endsAt) throw new Error('the export takes too long');
    const input = pageOf(this.#input, 'further', this.#rows, this.#cursor);
    const { data, pagination } = await this.#read(input);
    this.#cursor = pagination.next_cursor ?? undefined;
    this.#readRows = data.length;
    return data.length > 0 ? data : undefined;
  }

  close(): void {
    this.#isClosed = true;
  }
}

/** Grows slowly, shrinks at once. */
function rowsAfter(rows: number, bytesOfRow: number): number {
  const fitting = Math.floor(pageBytes / Math.max(1, bytesOfRow));
  return Math.max(10, Math.min(fitting, rows * 4, mostRows));
}

/** @throws ApiError forbidden, invalid_request */
export function requireExportable(
  { pagination: { total } }: RecordsPage,
  { viewers_may_export: mayViewers }: Pick<WorkspaceSettings, 'viewers_may_export'>,
  { role }: Pick<Permissions, 'role'>,
): void {
  if (role === 'viewer' && !mayViewers) {
    throw new ApiError(
      'forbidden',
      'Viewers cannot export in this workspace. An admin can allow it in the settings.',
      { reason: 'missing_role', roles: ['admin', 'member'] },
    );
  }
  if (total <= exportLimits.rows) return;
  const most = exportLimits.rows.toLocaleString('en');
  const message = `matches ${total.toLocaleString('en')} records, but an export is limited to ${most}. Export in parts, for example by time`;
  throw invalidRequest([{ path: 'query', message }]);
}
