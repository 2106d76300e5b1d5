import { StartError } from '../common/start-error.ts';

/** Ctrl-C lets the command end what it began, its own database server above all; a second one does not wait. */
export function stopOnSignal(message: string) {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    check() {
      if (isStopped) throw new StartError(message);
    },
    release() {
      process.off('SIGINT', stop).off('SIGTERM', stop);
    },
  };
}
