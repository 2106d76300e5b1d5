/**
 * A document as it is read: piece after piece of its parts, each in a transaction of its own that checks again what the
 * caller may do. As with exports of lists, nothing is held between pieces.
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

/** A file that is sent as it is made. */
export interface Download {
  fileName: string;
  mediaType: string;
  headers?: Record<string, string>;
  bytes: () => AsyncGenerator<Uint8Array>;
  /** Nobody takes any more of it. */
  close: () => void;
}

/** Of the statements of one piece, together. */
const pieceSeconds = 10;

export interface DocumentSource {
  spec: DocumentSpec;
  input: CheckedInput;
  place: Place;
  /** A piece, in a transaction of its own. @throws ApiError if the caller may not any more */
  read: (input: CheckedInput) => Promise<DocumentPiece>;
}

/** Whoever gets it closes it. @throws ApiError */
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
