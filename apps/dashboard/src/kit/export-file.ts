/** Exports records as a file: with progress if small enough for memory, else as a browser download. */

import type { DocumentFormat } from '@footfall/contract/document-formats';
import type { ExportFormat } from '@footfall/contract/exports';
import { hideNotification, showNotification, updateNotification } from '@mantine/notifications';
import { addressOf, type Connection } from '../api/call.ts';
import { faultOf } from '../api/fault.ts';
import type { Messages } from '../messages/en.ts';
import { sayDone, sayFault } from './toasts.ts';

export interface ExportRequest {
  /** Path of the operation, such as /exports/leads. */
  path: string;
  params?: Record<string, string>;
  query: Record<string, unknown>;
  format: ExportFormat | DocumentFormat;
  /** Approximate number of records; absent for a document. */
  total?: number;
}

/** Largest number of records held in memory. */
const mostBuffered = 100_000;
const lineEnd = 10;

export async function saveExport(
  connection: Connection,
  request: ExportRequest,
  { bulk, common }: Pick<Messages, 'bulk' | 'common'>,
): Promise<void> {
  const { path, params = {}, query, format, total } = request;
  // A link cannot set headers, so the workspace is in the URL.
  const address = addressOf(connection.api, path, params, {
    ...query,
    format,
    workspace: connection.workspace,
  });
  if (total !== undefined && total > mostBuffered) {
    follow(address, '');
    return sayDone(bulk.byBrowser);
  }
  const id = `export-${performance.now()}`;
  const stopping = new AbortController();
  const shown = {
    ...{ id, title: bulk.exporting, loading: true, autoClose: false },
    closeButtonProps: { 'aria-label': bulk.stopExport, title: bulk.stopExport },
    onClose: () => stopping.abort(),
  } as const;
  showNotification({ ...shown, message: common.loading });
  try {
    const { signal } = stopping;
    const response = await fetch(address, { credentials: 'same-origin', signal });
    if (!response.ok) throw await faultOf(response);
    const rows = Number(response.headers.get('x-total-count') ?? total ?? 0);
    const pieces = await read(response, (bytes, lines) => {
      const size = bulk.bytes(bytes / 1_000_000);
      const counted = common.progress(Math.min(lines, rows), rows);
      const hasLines = format !== 'parquet' && total !== undefined;
      const message = hasLines ? `${counted} · ${size}` : size;
      updateNotification({ ...shown, message });
    });
    const name = fileNameOf(response) ?? `export.${format}`;
    save(new Blob(pieces, { type: response.headers.get('content-type') ?? '' }), name);
    sayDone(bulk.exported(name));
  } catch (error) {
    if (!stopping.signal.aborted) {
      sayFault(error instanceof Error ? error : new Error(String(error)), common);
    }
  } finally {
    hideNotification(id);
  }
}

async function read(response: Response, onProgress: (bytes: number, lines: number) => void) {
  const pieces: BlobPart[] = [];
  let [bytes, lines, reportedAt] = [0, 0, 0];
  const reader = response.body?.getReader();
  if (!reader) return pieces;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(value);
    bytes += value.length;
    for (const byte of value) if (byte === lineEnd) lines += 1;
    if (performance.now() - reportedAt < 200) continue;
    reportedAt = performance.now();
    onProgress(bytes, lines);
  }
}

function fileNameOf({ headers }: Response): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  follow(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Without a name, the service's file name is used. */
function follow(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
