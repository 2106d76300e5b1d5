import { StartError } from '../common/start-error.ts';
import type { Config } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from './open-database.ts';

export async function migrateDatabase(
  config: Config,
  flags: { json?: boolean },
  progress: (line: string) => void,
): Promise<void> {
  const { applied, source, close } = await openDatabase(config, progress);
  const cells = await migrateCells(config).finally(close);
  if (flags.json) console.log(JSON.stringify({ applied, ...(cells.length > 0 && { cells }) }));
  else showApplied(source, applied);
  const faults = cells.filter(({ fault }) => fault !== undefined);
  if (!flags.json) for (const { name, applied: own } of cells) console.log(`${name}: ${told(own)}`);
  for (const { name, fault } of faults) throw new StartError(`The cell ${name}: ${fault}`);
}

function showApplied(source: string, applied: string[]): void {
  if (source === 'running service') console.log('The running service has done it at its start.');
  else console.log(told(applied));
}

function told(applied: string[]): string {
  return applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to do.';
}

interface MigratedCell {
  name: string;
  applied: string[];
  fault?: string;
}

/** All of them, also when one does not answer. */
async function migrateCells({ cells }: Config): Promise<MigratedCell[]> {
  const done: MigratedCell[] = [];
  for (const { name, url } of cells) {
    try {
      done.push({ name, applied: await migrate(url) });
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      done.push({ name, applied: [], fault });
    }
  }
  return done;
}
