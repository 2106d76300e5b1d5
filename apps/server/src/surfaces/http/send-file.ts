/** Sends a file while it is generated, with backpressure; cut off after an error. */
import { Readable } from 'node:stream';
import { exportFormats, exportLimits } from '@footfall/contract/exports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download } from '../operations/exports/document.ts';
import { bytesOf } from '../operations/exports/encode.ts';
import type { AnsweredFile } from '../operations/exports/file.ts';

/** Generated ahead of the reader. */
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
    // It may have timed out, or the client disconnected, before the file was ready.
    if (reply.sent || reply.raw.destroyed) {
      file.close();
      return reply;
    }
    reply.headers({
      ...file.headers,
      'content-type': file.mediaType,
      'content-disposition': `attachment; filename="${file.fileName}"`,
      // A buffering proxy would delay the first bytes.
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
    // An error after the head can only end the answer early: the connection is cut off.
    return reply.send(bytes);
  }

  /** Cuts off running answers. */
  stop(): void {
    for (const bytes of this.#underWay) bytes.destroy(new Error('the service is stopping'));
  }
}

/** `onLate`: called if the reader has stalled. */
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
