/* Servers outlive whoever started them: a signal to the benchmark alone, unlike Ctrl-C, would leave them running. */

const stops = new Set<() => Promise<unknown>>();

/** What stops a server, which is called once at most, by the benchmark or by a signal. */
export function alsoBySignal(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const once = () => {
    stops.delete(once);
    stopped ??= stop();
    return stopped;
  };
  stops.add(once);
  return once;
}

/** Folders of data stay: what a broken run left is there to be looked at. */
export function endBySignals(): void {
  for (const [signal, number] of [
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(signal, async () => {
      await Promise.allSettled([...stops].map((stop) => stop()));
      process.exit(128 + number);
    });
  }
}
