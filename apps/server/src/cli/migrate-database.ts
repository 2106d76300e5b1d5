import type { Config } from '../platform/config.ts';
import { openDatabase } from './open-database.ts';

export async function migrateDatabase(
  config: Config,
  flags: { json?: boolean },
  progress: (line: string) => void,
): Promise<void> {
  const { applied, source, close } = await openDatabase(config, progress);
  await close();
  if (flags.json) console.log(JSON.stringify({ applied }));
  else showApplied(source, applied);
}

function showApplied(source: string, applied: string[]): void {
  if (source === 'running service') console.log('The running service has done it at its start.');
  else console.log(told(applied));
}

function told(applied: string[]): string {
  return applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to do.';
}
