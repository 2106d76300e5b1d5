/** A file as its bytes are made: no faster than the other side takes them, and cut off where it cannot go on. */
import { Readable } from 'node:stream';
import { exportFormats, exportLimits } from '@footfall/contract/exports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download } from '../operations/exports/document.ts';
import { bytesOf } from '../operations/exports/encode.ts';
import type { AnsweredFile } from '../operations/exports/file.ts';

/** What is made ahead of what was taken. */
const bytesAhead = 64 * 1024;

export function downloadOf(file: AnsweredFile): Download {
  return {
    fileName: file.fileName,
    mediaType: exportFormats[file.format].mediaType,
    headers: { 'x-total-count': String(file.total) },
    bytes: () => bytesOf(file),
    close: file.close,
  };
}

export class FileSender {
  readonly #underWay = new Set<Readable>();

  send(request: FastifyRequest, reply: FastifyReply, file: Download): FastifyReply {
    // Its time may have been over, or the other side gone, before there was a file.
    if (reply.sent || reply.raw.destroyed) {
      file.close();
      return reply;
    }
    reply.headers({
      ...file.headers,
      'content-type': file.mediaType,
      'content-disposition': `attachment; filename="${file.fileName}"`,
      // A proxy that gathers answers would keep the first bytes back.
      'x-accel-buffering': 'no',
    });
    reply.raw.once('close', file.close);
    if (request.method === 'HEAD') return reply.send();
    const bytes = Readable.from(
      watched(file.bytes(), () => bytes.destroy(tooSlow())),
      {
        objectMode: false,
        highWaterMark: bytesAhead,
      },
    );
    this.#underWay.add(bytes);
    bytes.once('close', () => this.#underWay.delete(bytes));
    // Whatever happens behind the head is no more than an end without an end: the connection is cut off.
    return reply.send(bytes);
  }

  /** What is under way is cut off. */
  stop(): void {
    for (const bytes of this.#underWay) bytes.destroy(new Error('the service is stopping'));
  }
}

/** `onLate`: nothing is taken any more. */
async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  onLate: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    const late = setTimeout(onLate, exportLimits.idleSeconds * 1000);
    try {
      yield piece;
    } finally {
      clearTimeout(late);
    }
  }
}

function tooSlow(): Error {
  return new Error(`nothing of the file was taken for ${exportLimits.idleSeconds} s`);
}
