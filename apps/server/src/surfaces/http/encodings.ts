/**
 * Compresses answers on the library's threads. Shared content is compressed once, on first use, at no cost to a start; REST lists when they are
 * sent. Single records have a strong ETag for their exact bytes, and small answers gain nothing: both stay uncompressed, as do ingest's.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** In bytes. Beyond the second, CPU time costs more than bandwidth. */
const worthIt = { from: 1024, to: 8 * 1024 * 1024 };
/** For single answers: a tenth of the best level's time, for a tenth more bytes. */
const quick = { br: 4, gzip: 4 };
const thorough = { br: 9, gzip: 9 };
/** For content every visitor loads: up to this size the best level is as fast, beyond it takes ten times as long. */
const best = { br: 11, upTo: 64 * 1024 };

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);
const brotliOptions = (quality: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Accepted by the client, the smaller one first; weight 0 is a refusal. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const takes = (name: Encoding) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}

/** Content in the encodings requested so far. */
export class Encoded {
  readonly #plain: Buffer;
  readonly #made = new Map<Encoding, Promise<Buffer>>();

  constructor(plain: Buffer, gzip?: Buffer) {
    this.#plain = plain;
    if (gzip) this.#made.set('gzip', Promise.resolve(gzip));
  }

  in(encoding: Encoding): Promise<Buffer> {
    const made = this.#made.get(encoding) ?? this.#encode(encoding);
    this.#made.set(encoding, made);
    return made;
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    const size = this.#plain.length;
    return encoding === 'br'
      ? withBrotli(this.#plain, brotliOptions(size <= best.upTo ? best.br : thorough.br, size))
      : withGzip(this.#plain, { level: thorough.gzip });
  }
}

/** For a route's `onSend`: compresses the answer if worthwhile. */
export async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode !== 200 || reply.hasHeader('etag')) {
    return payload;
  }
  const size = Buffer.byteLength(payload);
  if (size <= worthIt.from || size > worthIt.to) return payload;
  addVary(reply);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return encoding === 'br'
    ? withBrotli(payload, brotliOptions(quick.br, size))
    : withGzip(payload, { level: quick.gzip });
}

function addVary(reply: FastifyReply): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? 'Accept-Encoding' : `${before}, Accept-Encoding`);
}
