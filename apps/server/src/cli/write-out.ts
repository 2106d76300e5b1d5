/* Writes bytes to standard output with backpressure. */

/** Ends without an error if the reader stops, as `head` does. */
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
