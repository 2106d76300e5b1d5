/** A transaction that has written and stays open while others begin and end. */
import type { Tx } from '../platform/db/connect.ts';

export interface OpenTransaction {
  /** Resolves after COMMIT. */
  commit(): Promise<void>;
}

/** Resolves when it has written. `begin`: one of the doors to the data. */
export async function holdTransaction(
  begin: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  write: (tx: Tx) => Promise<void>,
): Promise<OpenTransaction> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((isWritten, reject) => {
    ended = begin(async (tx) => {
      await write(tx);
      isWritten();
      await released;
    });
    ended.catch(reject);
  });
  return {
    commit() {
      release();
      return ended;
    },
  };
}
