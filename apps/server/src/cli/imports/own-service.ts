/**
 * Runs the real application during a command, on a temporary port: the command's data passes through normal ingest,
 * even while no service runs.
 */
import { type Logger, pino } from 'pino';
import { newSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { isGoodKey, listKeys } from '../../accounts/keys/store.ts';
import { type AppOptions, buildApp } from '../../app.ts';
import type { Background } from '../../background/background.ts';
import type { SendTarget } from '../../collect/imports/send-batch.ts';
import { ownCommand } from '../../platform/common/own-command.ts';
import { StartError } from '../../platform/common/start-error.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { loggerOptions } from '../../platform/observability.ts';

export interface OwnService {
  target: SendTarget;
  background: Background;
}

/** @throws StartError if the workspace has no key to send with */
export async function withOwnService<T>(
  db: Database,
  config: Config,
  workspaceId: string,
  work: (service: OwnService) => Promise<T>,
  { ownNetworks }: Pick<AppOptions, 'ownNetworks'> = {},
): Promise<T> {
  const key = await productionKey(db, workspaceId);
  const secret = newSigningSecret();
  const ownSecret = { workspaceId, secret };
  const app = await buildApp({
    config: ownConfig(config),
    db,
    log: ownLog(),
    ownSecret,
    ownNetworks,
  });
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    await app.addressTables.ready;
    const target = { url, key, signingSecret: secret };
    return await work({ target, background: app.background });
  } finally {
    await app.close();
  }
}

async function productionKey(db: Database, workspaceId: string): Promise<string> {
  const keys = await db.upkeep((tx) => listKeys(tx, workspaceId), workspaceId);
  const own = keys.find(({ kind, ...key }) => kind === 'production' && isGoodKey(key));
  if (own?.key) return own.key;
  throw new StartError(
    `The workspace has no active production key. Create one with ${ownCommand} keys create --workspace ${workspaceId} --kind production --name import`,
  );
}

/** For this process only, unreachable for others. */
function ownConfig(config: Config): Config {
  return {
    ...config,
    trustProxy: [],
    redisUrl: undefined,
    ingestRateLimitPerMinute: 1e9,
  };
}

/** Logs problems to standard error; standard output is for the result. */
function ownLog(): Logger {
  return pino(loggerOptions({ logLevel: 'error' }), pino.destination(2));
}
