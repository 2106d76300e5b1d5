export type Log = (...details: unknown[]) => undefined;

/** The function, unable to throw into the page. */
export function guard<Details extends unknown[]>(
  log: Log,
  work: (...details: Details) => void,
): (...details: Details) => void {
  return (...details) => {
    try {
      work(...details);
    } catch (error) {
      log(error);
    }
  };
}
