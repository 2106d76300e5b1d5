/**
 * Encrypts a backup's files with a passphrase. scrypt derives a master key, and each file has its own key and is sealed in
 * chunks with AES-256-GCM: the nonce holds the chunk's number and whether it is the last, so none can be changed, moved or
 * removed (docs/decisions/0151-encrypted-and-daily-backups.md).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { Transform } from 'node:stream';

const algorithm = 'aes-256-gcm';
const chunkBytes = 64 * 1024;
const tagBytes = 16;
/** Half a second and 128 MB per guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** The bytes were changed, or encrypted with another passphrase. */
export class NotAuthentic extends Error {}

export function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, cost, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** `file`: its name, so that files cannot be swapped. */
export function sealing(key: Buffer, file: string): Transform {
  const own = derived(key, `file ${file}`);
  return inChunks(chunkBytes, (chunk, nonce) => {
    const cipher = createCipheriv(algorithm, own, nonce);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  });
}

/** Outputs authentic chunks only. Fails with `NotAuthentic` at the first other one. */
export function opening(key: Buffer, file: string): Transform {
  const own = derived(key, `file ${file}`);
  return inChunks(chunkBytes + tagBytes, (chunk, nonce) => {
    if (chunk.length < tagBytes) throw new NotAuthentic('it ends too soon');
    const decipher = createDecipheriv(algorithm, own, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    const opened = decipher.update(chunk.subarray(0, -tagBytes));
    try {
      return Buffer.concat([opened, decipher.final()]);
    } catch (error) {
      throw new NotAuthentic('it is not what was sealed', { cause: error });
    }
  });
}

/** HMAC of a text, in hexadecimal. */
export function markOf(key: Buffer, text: string): string {
  return createHmac('sha256', derived(key, 'manifest')).update(text).digest('hex');
}

export function isMark(mark: string, key: Buffer, text: string): boolean {
  const expected = Buffer.from(markOf(key, text));
  const bytes = Buffer.from(mark);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function derived(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `footfall backup ${purpose}`, 32));
}

/** Holds one chunk back, since the last one is only known at the end. */
function inChunks(size: number, work: (chunk: Buffer, nonce: Buffer) => Buffer): Transform {
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  return new Transform({
    transform(more: Buffer, _encoding, done) {
      try {
        rest = Buffer.concat([rest, more]);
        let at = 0;
        for (; rest.length - at > size; at += size) {
          this.push(work(rest.subarray(at, at + size), nonceOf(number++, false)));
        }
        rest = rest.subarray(at);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        done(undefined, work(rest, nonceOf(number, true)));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
