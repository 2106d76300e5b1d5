export type Log = (...details: unknown[]) => void;

/** The function, unable to throw into the page. */
export function guard(log: Log, work: () => void): () => void {
  return () => {
    try {
      work();
    } catch (error) {
      log(error);
    }
  };
}
