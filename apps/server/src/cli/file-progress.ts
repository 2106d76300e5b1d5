import cliProgress from 'cli-progress';

import { progressEvery } from './progress.ts';

/** Progress of reading files: a bar on a terminal, else occasional lines; on standard error, apart from the result. */
export class FileProgress {
  /** Total size of the files in bytes. */
  readonly #size: number;
  readonly #tell = progressEvery(5_000);
  readonly #bar: cliProgress.SingleBar | undefined;

  constructor(size: number) {
    this.#size = size;
    if (process.stderr.isTTY) {
      const format = '{bar} {percentage} %  {rows} rows  {eta_formatted} left';
      this.#bar = new cliProgress.SingleBar({ format, hideCursor: true, etaBuffer: 100 });
    }
  }

  begin(): void {
    this.#bar?.start(this.#size, 0, { rows: 0 });
  }

  update(bytesRead: number, rows: number): void {
    this.#bar?.update(bytesRead, { rows });
    if (!this.#bar) this.#tell(`${Math.floor((100 * bytesRead) / this.#size)} %  ${rows} rows`);
  }

  end(): void {
    if (this.#bar?.isActive) this.#bar.stop();
  }
}
