/** COPY to and from tables, with workarounds for how the driver ends its streams. */
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';

type Reject = (error: unknown) => void;

/** `statement`: COPY without its destination. */
export async function copyOut(
  tx: postgres.ISql,
  statement: string,
  ...to: [...Transform[], Writable]
): Promise<void> {
  const rows = await tx.unsafe(`${statement} to stdout`).readable();
  await pipeline([rows, ...to]);
  // The driver pauses its socket on backpressure, and does not resume it at the end.
  rows._read(0);
}

/** `statement`: COPY without its source. @throws PostgreSQL's error about the rows, including the last one */
export async function copyIn(
  tx: postgres.ISql,
  statement: string,
  ...from: [Readable, ...Transform[]]
): Promise<void> {
  const query = tx.unsafe(`${statement} from stdin`);
  // The driver reports errors after the last row to an already settled promise, and its stream would hang.
  const failure = new Promise<never>((_resolve, reject) => {
    const driver = query as unknown as { reject: Reject };
    const { reject: refuse } = driver;
    driver.reject = (error) => {
      refuse(error);
      reject(error);
    };
  });
  failure.catch(() => {});
  await Promise.race([pipeline([...from, await query.writable()]), failure]);
}
