/**
 * Streams a document piece by piece, each in its own transaction, which checks the caller's permissions again. As in
 * list exports, nothing is held between pieces.
 */

import {
  type DocumentFormat,
  type DocumentLanguage,
  documentFormats,
} from '@footfall/contract/document-formats';
import { exportLimits } from '@footfall/contract/exports';
import type { DocumentPiece, DocumentSpec } from '@footfall/contract/operation';
import { type DocumentWriter, documentWriter } from '../../../privacy/export/write-document.ts';
import type { CheckedInput } from '../input.ts';
import type { Place } from './places.ts';

/** A file sent while it is created. */
export interface Download {
  fileName: string;
  mediaType: string;
  headers?: Record<string, string>;
  bytes: () => AsyncGenerator<Uint8Array>;
  /** The receiver stopped reading. */
  close: () => void;
}

/** For all statements of a piece. */
const pieceSeconds = 10;

export interface DocumentSource {
  spec: DocumentSpec;
  input: CheckedInput;
  place: Place;
  /** Reads a piece in its own transaction. @throws ApiError if the caller lost permission */
  read: (input: CheckedInput) => Promise<DocumentPiece>;
}

/** The receiver must close it. @throws ApiError */
export async function openDocument({
  spec,
  input,
  place,
  read,
}: DocumentSource): Promise<Download> {
  const { format = 'json', language = 'en' } = input.query as {
    format?: DocumentFormat;
    language?: DocumentLanguage;
  };
  const first = await read(pieceOf(input, 'first', undefined));
  const writer = documentWriter(format, language);
  const further = (position: string) =>
    place.inTurn(() => read(pieceOf(input, 'further', position)));
  let isClosed = false;
  const close = () => {
    isClosed = true;
    place.leave();
  };
  return {
    fileName: `${spec.name}-${String(input.params.id)}-${new Date().toISOString().slice(0, 10)}.${format}`,
    mediaType: documentFormats[format].mediaType,
    headers: writer.headers,
    bytes: () => bytesOf(first, { writer, further, close, isClosed: () => isClosed }),
    close,
  };
}

function pieceOf(
  input: CheckedInput,
  page: CheckedInput['page'],
  position: string | undefined,
): CheckedInput {
  const advice = 'try again when fewer requests are running';
  const limit = { path: 'path.id', advice, seconds: pieceSeconds };
  return { ...input, page, position, limit };
}

interface Writing {
  writer: DocumentWriter;
  further: (position: string) => Promise<DocumentPiece>;
  close: () => void;
  isClosed: () => boolean;
}

async function* bytesOf(first: DocumentPiece, { writer, further, close, isClosed }: Writing) {
  const endsAt = performance.now() + exportLimits.minutes * 60_000;
  try {
    let piece: DocumentPiece | undefined = first;
    while (piece) {
      yield Buffer.from(writer.piece(piece));
      if (isClosed()) throw new Error('the export was closed');
      if (performance.now() > endsAt) throw new Error('the export takes too long');
      piece = piece.next === undefined ? undefined : await further(piece.next);
    }
    yield Buffer.from(writer.end());
  } finally {
    close();
  }
}
