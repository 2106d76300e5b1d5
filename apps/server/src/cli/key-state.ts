/* Keys in `footfall doctor`: those that expire soon need replacement. */
import { expiryNoticeDays } from '@footfall/contract/keys';
import { selectExpiringKeys } from '../accounts/keys/store.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import type { Config } from '../platform/config.ts';
import { Warning } from './check.ts';
import { lookInDatabase } from './open-database.ts';

const mostShown = 5;

export function keyState(config: Config): Promise<string> {
  return lookInDatabase(config, 'the first start creates them', async (db) => {
    const keys = (await db.everywhere(selectExpiringKeys)).flat();
    if (keys.length === 0) return `none expire within ${expiryNoticeDays} days`;
    const names = keys
      .slice(0, mostShown)
      .map(
        ({ name, workspaceId, expiresAt }) =>
          `"${name}" of ${workspaceId} on ${expiresAt.toISOString().slice(0, 10)}`,
      );
    const more = keys.length > mostShown ? `; ${keys.length - mostShown} more` : '';
    throw new Warning(
      `expiring within ${expiryNoticeDays} days: ${names.join('; ')}${more}. Replace them in time with ${ownCommand} keys create`,
    );
  });
}
