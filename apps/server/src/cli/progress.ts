/* How far a command is: on standard error, apart from the results, which go to standard output. */

export function progress(line: string): void {
  console.error(line);
}

/** The same for what is called all the time: the first line after so long is printed. */
export function progressEvery(everyMs: number): (line: string) => void {
  let shownAt = Date.now();
  return (line) => {
    if (Date.now() - shownAt < everyMs) return;
    shownAt = Date.now();
    progress(line);
  };
}
