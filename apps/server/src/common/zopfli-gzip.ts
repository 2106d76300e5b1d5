/** gzip that was searched for longer than zlib does, for small files that every visitor loads. */
import { Worker } from 'node:worker_threads';

/** In a thread of its own: zopfli puts handlers into its process that end it for a promise that nobody waits for. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { gzipAsync } = require('node:module').createRequire(workerData.from)('@gfx/zopfli');
  gzipAsync(workerData.content, { numiterations: 60 }).then((packed) => parentPort.postMessage(packed));`;
const longestMs = 30_000;

export async function zopfliGzip(content: Uint8Array): Promise<Buffer> {
  const worker = new Worker(program, {
    eval: true,
    workerData: { from: import.meta.url, content: Uint8Array.from(content) },
  });
  const timer = setTimeout(() => void worker.terminate(), longestMs);
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (packed: Uint8Array) => resolve(Buffer.from(packed)));
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('packing a script took too long')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
