/* A command's progress, on standard error; results use standard output. */

export function progress(line: string): void {
  console.error(line);
}

/** The same for frequent calls: prints at most one line per interval. */
export function progressEvery(everyMs: number): (line: string) => void {
  let shownAt = Date.now();
  return (line) => {
    if (Date.now() - shownAt < everyMs) return;
    shownAt = Date.now();
    progress(line);
  };
}
