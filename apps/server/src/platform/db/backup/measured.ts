/** Streams that measure the data passing through. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

const newline = 0x0a;

/** COPY ends each row with a line feed, and escapes those in values. */
export function countingRows(onRows: (rows: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rows = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows++;
      try {
        onRows(rows);
        done(undefined, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

export function hashing(): { stream: Transform; result: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(undefined, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
