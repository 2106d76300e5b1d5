import type { Config } from '../platform/config.ts';
import { type Flags, show } from './commands.ts';
import { openDatabase } from './open-database.ts';

export async function migrateDatabase(config: Config, flags: Flags): Promise<void> {
  const { applied, source, close } = await openDatabase(config);
  await close();
  const done = applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date.';
  show(flags, { applied }, [
    source === 'running service' ? 'The running service already did this when it started.' : done,
  ]);
}
