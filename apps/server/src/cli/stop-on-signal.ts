import { StartError } from '../platform/common/start-error.ts';

export interface StopOnSignal {
  /** Aborts with the message as its reason, for work that must end at once. */
  signal: AbortSignal;
  /** @throws StartError */
  check(): void;
  release(): void;
}

/** Ctrl-C lets the command clean up, mainly its database server; a second one exits at once. */
export function stopOnSignal(message: string): StopOnSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new StartError(message));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    signal: stopping.signal,
    check() {
      stopping.signal.throwIfAborted();
    },
    release() {
      process.off('SIGINT', stop).off('SIGTERM', stop);
    },
  };
}
