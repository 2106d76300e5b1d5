/** Daily backups into BACKUP_DIR. */
import type { Logger } from 'pino';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { backUpDaily, listBackups } from '../platform/db/backup/daily.ts';

/** Also the pause after a failure. */
const lookEveryMs = 10 * 60_000;

export interface Backups {
  /** Age of the newest complete backup from any source; undefined without one. */
  ageSeconds(): number | undefined;
  /** The last attempt failed. */
  isFailing(): boolean;
  /** Stops a running backup and removes what it wrote. */
  stop(): Promise<void>;
}

export interface BackupsOptions {
  ownerUrl: string;
  folder: string;
  config: Pick<Config, 'backupKeep' | 'backupPassphrase'>;
  log: Logger;
}

export function startBackups({ ownerUrl, folder, config, log }: BackupsOptions): Backups {
  const stopping = new AbortController();
  const { signal } = stopping;
  let newestMs: number | undefined;
  let isFailing = false;
  const work = async () => {
    try {
      const passphrase = config.backupPassphrase;
      const options = { passphrase, signal, onRows: () => undefined };
      const made = await backUpDaily(ownerUrl, folder, config.backupKeep, options);
      isFailing = false;
      if (made) log.info({ tables: made.tables.length }, 'backup finished');
    } catch (err) {
      if (signal.aborted) return;
      isFailing = true;
      const reason = err instanceof StartError ? err.message : undefined;
      log.error({ err, reason }, 'the daily backup failed');
    }
    newestMs = await listBackups(folder).then(
      ([newest]) => newest?.madeAtMs,
      () => undefined,
    );
  };
  let working = work();
  const timer = setInterval(() => {
    working = working.then(work);
  }, lookEveryMs).unref();
  return {
    ageSeconds: () => newestMs && Math.max(0, (Date.now() - newestMs) / 1000),
    isFailing: () => isFailing,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };
}
