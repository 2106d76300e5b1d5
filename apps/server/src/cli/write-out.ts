/* Bytes to standard output, no faster than they are taken. */
import { spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';

/** Ends without a fault where nobody reads on, as behind `head`. */
export async function writeOut(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { stdout } = process;
  let fault: NodeJS.ErrnoException | undefined;
  let goOn = () => {};
  const onDrain = () => goOn();
  const onError = (error: NodeJS.ErrnoException) => {
    fault = error;
    goOn();
  };
  stdout.on('drain', onDrain).on('error', onError);
  try {
    for await (const piece of bytes) {
      const taken = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      if (!stdout.write(Buffer.from(piece))) await taken;
      if (fault) break;
    }
  } finally {
    stdout.off('drain', onDrain).off('error', onError);
  }
  if (fault && fault.code !== 'EPIPE') throw fault;
}

/**
 * Calls `stop` when nobody reads standard output any more, as behind `head`, while nothing is written for long. Node.js cannot
 * watch the end of a pipe that it writes to; GNU tail does, and ends by SIGPIPE. Where there is no such tail the next write
 * tells. Returns how to end the watch.
 */
export function onUnread(stop: () => void): () => void {
  if (!fstatSync(process.stdout.fd).isFIFO()) return () => undefined;
  const args = ['-f', `--pid=${process.pid}`, '/dev/null'];
  const tail = spawn('tail', args, { stdio: ['ignore', process.stdout.fd, 'ignore'] });
  tail.once('error', () => undefined);
  tail.once('exit', (_code, signal) => {
    if (signal === 'SIGPIPE') stop();
  });
  return () => void tail.kill();
}
