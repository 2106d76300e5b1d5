/* The service's life cycle: configuration -> database -> application -> listen -> graceful stop. */
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isGoodKey, listKeys } from './accounts/keys/store.ts';
import { encryptByCurrent } from './accounts/sign-in/encrypted-codes.ts';
import { openKeys } from './accounts/sign-in/key-file.ts';
import { makeWelcomeToken } from './accounts/sign-in/welcome.ts';
import { ensureFirstWorkspace, listWorkspaces } from './accounts/workspaces/store.ts';
import { type Backups, startBackups } from './background/backups.ts';
import { type StartBlock, startBlock } from './background/start-block.ts';
import { sealErasureKey } from './people/erased/erased-names.ts';
import { StartError, systemCode } from './platform/common/start-error.ts';
import type { Config } from './platform/config.ts';
import { connect, type Database } from './platform/db/connect.ts';
import { checkDatabaseUrl } from './platform/db/database-url.ts';
import { limitsOf } from './platform/db/limits.ts';
import { migrate } from './platform/db/migrate.ts';
import { lastLines } from './platform/engine/cluster.ts';
import { type DiskUse, type DiskWatch, watchDisk } from './platform/engine/disk-watch.ts';
import { type Engine, startEngine } from './platform/engine/engine.ts';
import { diskFull, tellsDiskFull } from './platform/engine/home.ts';
import { createLogger } from './platform/observability.ts';

/** Supervisors kill a service that takes longer than ten seconds to stop. */
const STOP_WITHIN_MS = 9_500;

/**
 * Long-lived data is some 40 MB. Node grows the heap to several times that before collecting: 320 MB under
 * load, with this setting 270 MB at the same throughput, and with 50 per cent 240 MB for a tenth of it (`npm
 * run bench -- ingest`).
 */
const growHeapSlowly = '--heap-growing-percent=130';

export interface ServiceOutput {
  /** Progress messages, one line each. */
  progress(line: string): void;
  /** The summary with all URLs. */
  print(text: string): void;
  /** A terminal gets readable logs, everything else gets JSON. */
  terminal: boolean;
}

interface Running {
  engine?: Engine;
  db?: Database;
  disk?: DiskWatch | undefined;
  backups?: Backups | undefined;
  app?: FastifyInstance;
}

/** Runs until a signal; resolves with the exit code once everything has stopped. */
export async function startService(config: Config, output: ServiceOutput): Promise<number> {
  setFlagsFromString(growHeapSlowly);
  const log = createLogger(config, output.terminal);
  const running: Running = {};
  const end = endOnSignal(running, log);
  let failure: unknown;
  try {
    await start(config, output, log, running, end);
    await end.requested;
  } catch (error) {
    failure = await explain(error, running.engine, config);
  }
  await stop(running, log);
  // A signal during the start interrupts it, often with a follow-up error.
  if (failure !== undefined && !end.isRequested()) throw failure;
  return end.exitCode();
}

async function start(
  config: Config,
  output: ServiceOutput,
  log: Logger,
  running: Running,
  end: EndRequest,
): Promise<void> {
  const ownerUrl = await openOwnerUrl(config, output, log, running, end);
  if (end.isRequested()) return;
  const applied = await migrate(ownerUrl);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  const db = await connect(ownerUrl, {
    limits: limitsOf(config),
    onAway: (isAway) =>
      isAway
        ? log.error('the database does not answer; refusing requests that need it')
        : log.info('the database answers again'),
  });
  running.db = db;
  const secretKeys = await openKeys(config);
  await readCodes(db, secretKeys, log);
  const cluster = running.engine?.cluster;
  running.disk =
    cluster === undefined
      ? undefined
      : watchDisk(cluster, {
          onWarning: warnOfDisk(log),
          isOnReserve: () => running.engine?.isOnReserve() ?? false,
        });
  // Most of the program: a rejected start ends faster without it.
  const { buildApp } = await import('./app.ts');
  const { backupDir: folder } = config;
  running.backups = folder ? startBackups({ ownerUrl, folder, config, log }) : undefined;
  const { disk, backups } = running;
  const app = await buildApp({ config, db, log, secretKeys, disk, backups });
  running.app = app;
  if (end.isRequested()) return;
  const port = await listen(app, config);
  const url = config.publicUrl.replace(/:0$/, `:${port}`);
  output.print(startBlock(await describe(db, config, url, running.engine)));
}

/** Re-encrypts one-time codes with the current key; tells the operator if that fails. */
async function readCodes(db: Database, keys: readonly string[], log: Logger): Promise<void> {
  const { changed, unreadable } = await db.system(async (tx) => {
    await sealErasureKey(tx, keys);
    return encryptByCurrent(tx, keys);
  });
  if (changed > 0) log.info({ accounts: changed }, 'encrypted one-time codes with the current key');
  if (unreadable === 0) return;
  log.warn(
    { accounts: unreadable },
    'no key can decrypt some one-time codes: restore the former secret.key or SECRET_KEY, or run members reset-link --remove-second-factor for these people',
  );
}

function warnOfDisk(log: Logger) {
  return ({ usedPart, freeMegabytes }: DiskUse) =>
    log.warn(
      { usedPercent: Math.floor(usedPart * 100), freeMegabytes },
      'the disk of the database is nearly full: free some space, or messages will be refused',
    );
}

async function openOwnerUrl(
  config: Config,
  output: ServiceOutput,
  log: Logger,
  running: Running,
  end: EndRequest,
): Promise<string> {
  if (config.databaseUrl !== undefined) {
    await checkDatabaseUrl(config.databaseUrl);
    return config.databaseUrl;
  }
  running.engine = await startEngine({
    dataDir: config.dataDir,
    onLog: output.progress,
    onFailure(error) {
      log.fatal({ err: error }, 'the database stopped and could not be restarted');
      end.request(1);
    },
  });
  return running.engine.url;
}

async function listen(app: FastifyInstance, config: Config): Promise<number> {
  const { metrics } = config;
  try {
    await app.listenForMetrics();
  } catch (error) {
    throw notListening(error, { host: metrics.host, port: metrics.port ?? 0 }, 'METRICS_');
  }
  try {
    const address = await app.listen({ port: config.port, host: config.host });
    return Number(new URL(address).port) || config.port;
  } catch (error) {
    throw notListening(error, config);
  }
}

/** `prefix`: of the variables with the address. */
function notListening(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
  prefix: 'METRICS_' | '' = '',
): unknown {
  const messages: Record<string, string> = {
    EADDRINUSE:
      `Port ${port} on ${host} is in use by another program. Stop it, or choose another port with ${prefix}PORT, ` +
      `for example ${prefix}PORT=${port < 65_535 ? port + 1 : 8080}.`,
    EACCES:
      `This user cannot listen on port ${port}: ports below 1024 need special permission. Choose a higher port with ${prefix}PORT, ` +
      `for example ${prefix}PORT=8080, behind a reverse proxy on the low port.`,
    EADDRNOTAVAIL: `${prefix}HOST is ${host}, which is not an address of this machine. Use 127.0.0.1 (this machine only) or 0.0.0.0 (every network).`,
    ENOTFOUND: `${prefix}HOST is ${host}, which cannot be resolved. Use 127.0.0.1 (this machine only) or 0.0.0.0 (every network).`,
  };
  const message = messages[systemCode(error) ?? ''];
  return message === undefined ? error : new StartError(message, { cause: error });
}

async function describe(
  db: Database,
  config: Config,
  url: string,
  engine: Engine | undefined,
): Promise<StartBlock> {
  return db.system(async (tx) => {
    const workspace = await ensureFirstWorkspace(tx);
    const others = (await listWorkspaces(tx)).length - 1;
    const keys = (await listKeys(tx, workspace.id)).filter(isGoodKey);
    const keyOf = (kind: string) => keys.find((key) => key.kind === kind)?.key ?? undefined;
    const token = await makeWelcomeToken(tx);
    return {
      url,
      script: config.paths.script,
      welcomeLink: token && `${url}/app/welcome?token=${token}`,
      workspace,
      others,
      productionKey: keyOf('production'),
      developmentKey: keyOf('development'),
      dataDir: config.databaseUrl === undefined ? config.dataDir : undefined,
      movedCluster: engine?.moved ? engine.cluster : undefined,
    };
  });
}

/** A full disk causes many errors, and PostgreSQL's log is the most reliable. */
async function explain(error: unknown, engine: Engine | undefined, config: Config) {
  if (error instanceof StartError || engine === undefined) return error;
  const log = await readFile(engine.logFile, 'utf8').catch(() => '');
  return tellsDiskFull(lastLines(log)) ? diskFull(config.dataDir) : error;
}

/** Finishes accepted requests, closes the pool, stops PostgreSQL. */
async function stop({ app, db, disk, backups, engine }: Running, log: Logger): Promise<void> {
  const deadline = Date.now() + STOP_WITHIN_MS;
  const step = async (name: string, work: Promise<void> | undefined, reserveMs: number) => {
    const late = deadline - reserveMs - Date.now();
    const finished = await Promise.race([
      Promise.resolve(work).then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, `stopping: ${name} failed`);
          return true;
        },
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, Math.max(late, 0), false).unref()),
    ]);
    if (!finished) log.warn(`stopping: ${name} took too long`);
  };
  disk?.stop();
  const backedUp = backups?.stop();
  await step('the application', app?.close(), 3_500);
  await step('the backup', backedUp, 3_000);
  await step('the connection pool', db?.close(), 2_500);
  await engine?.stop(Math.max(deadline - Date.now() - 500, 500));
}

interface EndRequest {
  requested: Promise<void>;
  isRequested(): boolean;
  request(code: number): void;
  exitCode(): number;
}

/** The first signal requests a graceful stop, the second ends everything at once. */
function endOnSignal(running: Running, log: Logger): EndRequest {
  let code: number | undefined;
  let resolveRequested: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    resolveRequested = resolve;
  });
  const request = (wanted: number) => {
    code ??= wanted;
    resolveRequested();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (code !== undefined) {
        running.engine?.abandon();
        process.exit(1);
      }
      log.info({ signal }, 'stopping; send the signal again to stop immediately');
      request(0);
    });
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error; stopping');
    request(1);
  });
  return {
    requested,
    request,
    isRequested: () => code !== undefined,
    exitCode: () => code ?? 0,
  };
}
