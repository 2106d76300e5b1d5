/** Smaller, slower gzip than zlib's, for small files that every visitor loads. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const require = createRequire(import.meta.url);

/** In a separate thread: zopfli installs process handlers that end it on unhandled rejections. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  require(workerData.zopfli).gzipAsync(workerData.content, { numiterations: 60 }).then((packed) => parentPort.postMessage(packed));`;
const longestMs = 30_000;

export async function zopfliGzip(content: Uint8Array): Promise<Buffer> {
  const worker = new Worker(program, {
    eval: true,
    workerData: { zopfli: require.resolve('@gfx/zopfli'), content: Uint8Array.from(content) },
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
