/** Rows by COPY, out of a table and into one, with what the driver leaves open about their ends. */
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';

type Reject = (error: unknown) => void;

/** `statement`: COPY but for where it goes to. */
export async function copyOut(
  tx: postgres.ISql,
  statement: string,
  ...to: [...Transform[], Writable]
): Promise<void> {
  const rows = await tx.unsafe(`${statement} to stdout`).readable();
  await pipeline([rows, ...to]);
  // The driver pauses its socket while much waits to be read, and forgets it where that was the end.
  rows._read(0);
}

/** `statement`: COPY but for where it comes from. @throws what PostgreSQL says against the rows, also against the last one */
export async function copyIn(
  tx: postgres.ISql,
  statement: string,
  ...from: [Readable, ...Transform[]]
): Promise<void> {
  const query = tx.unsafe(`${statement} from stdin`);
  // What goes wrong behind the last row is told to a promise that had its stream by then, and the stream waits for ever.
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
