/* Stops servers when a signal reaches only the benchmark, unlike Ctrl-C, which would leave them running. */

const stops = new Set<() => Promise<unknown>>();

/** Wraps a server's stop function, which runs once at most, by the benchmark or a signal. */
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

/** Keeps data folders of interrupted runs for inspection. */
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
