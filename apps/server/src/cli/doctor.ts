/* `footfall doctor`: checks everything a start relies on, and continues after problems. */

import { access, constants, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { jobKinds } from '@footfall/contract/failed-jobs';
import { quotaKinds } from '@footfall/contract/settings';
import { selectUsageOfToday } from '../accounts/workspaces/daily-usage-store.ts';
import { warningPart } from '../accounts/workspaces/quotas.ts';
import { selectSettings } from '../accounts/workspaces/settings.ts';
import { UsageAccount } from '../accounts/workspaces/usage-account.ts';
import { openAddressTables } from '../enrichment/addresses/address-tables.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import { looseRights } from '../platform/db/application-rights.ts';
import { citusState } from '../platform/db/citus/state.ts';
import type { Tx } from '../platform/db/connect.ts';
import { clockToleranceMs, readClocks, selectDatabaseTime } from '../platform/db/database-clock.ts';
import { checkDatabaseUrl } from '../platform/db/database-url.ts';
import { diskUse, fullPart } from '../platform/engine/disk-watch.ts';
import { notUsable, prepareDataDir, readHome } from '../platform/engine/home.ts';
import { engineUser } from '../platform/engine/os-user.ts';
import { engineProgram } from '../platform/engine/program.ts';
import { countFailedByKind } from '../platform/jobs/failed-jobs.ts';
import { ClickHouse } from '../sink/clickhouse.ts';
import { selectSinkStates } from '../sink/positions.ts';
import { backupState } from './backup-state.ts';
import { type Check, Warning } from './check.ts';
import { keyState } from './key-state.ts';
import { lookInDatabase } from './open-database.ts';
import { outsideChecks } from './outside-checks.ts';

/** Per kind of item. */
const mostShown = 5;
const enoughOpenFiles = 1_024;
const enoughMegabytes = 500;
/** For a ClickHouse that accepts data. */
const farBehindSeconds = 300;

/** Resolves with the exit code: 1 if anything is wrong. */
export async function doctor(env: NodeJS.ProcessEnv): Promise<number> {
  let config: Config | undefined;
  const general: Check[] = [
    ['Node.js', async () => nodeVersion()],
    ['Open files', openFileState],
    [
      'Settings',
      async () => {
        config = loadConfig(env);
        return 'all environment variables are valid';
      },
    ],
  ];
  const result = await runAll(general);
  if (config !== undefined) {
    const outside = outsideChecks(config).map(begun);
    const { failures, warnings } = await runAll([...checksOf(config), ...outside]);
    result.failures += failures;
    result.warnings += warnings;
  }
  console.log(`\n${summaryOf(result)}`);
  return result.failures === 0 ? 0 : 1;
}

/** Starts the check early and prints it in order: each unavailable server takes five seconds. */
function begun([name, look]: Check): Check {
  const looking = look();
  looking.catch(() => undefined);
  return [name, () => looking];
}

function summaryOf({ failures, warnings }: Tally): string {
  if (failures > 0)
    return `${failures} ${failures === 1 ? 'problem' : 'problems'} to fix, see above.`;
  return warnings > 0
    ? `No problems, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, see above.`
    : 'No problems found.';
}

function checksOf(config: Config): Check[] {
  const { databaseUrl, dataDir, sinkUrl } = config;
  const own: Check[] = [
    ['Database', () => databaseState(config)],
    ['Clock', () => clockState(config)],
    ['Daily quotas', () => quotaState(config)],
    ['Keys', () => keyState(config)],
    ['Background jobs', () => jobState(config)],
    ...(sinkUrl === undefined ? [] : [['ClickHouse', () => sinkState(sinkUrl, config)] as Check]),
    ['Backups', () => backupState(config)],
    ['Address tables', addressTablesState],
  ];
  if (databaseUrl === undefined) {
    return [
      ['Data directory', () => dataDirState(dataDir)],
      ['Disk', () => diskState(dataDir)],
      ['Engine', () => engineState(dataDir)],
      ...own,
    ];
  }
  return [
    ['Server', async () => `PostgreSQL ${await checkDatabaseUrl(databaseUrl)} at DATABASE_URL`],
    // Checks that open the database also set up the cluster, like every command, so this reports problems first.
    ['Citus', () => citusState(databaseUrl)],
    ...own,
  ];
}

interface Tally {
  failures: number;
  warnings: number;
}

async function runAll(checks: Check[]): Promise<Tally> {
  const tally = { failures: 0, warnings: 0 };
  for (const [name, look] of checks) {
    try {
      console.log(`ok     ${name.padEnd(15)} ${await look()}`);
    } catch (error) {
      if (error instanceof Warning) {
        console.log(`warn   ${name.padEnd(15)} ${error.message}`);
        tally.warnings += 1;
        continue;
      }
      tally.failures += 1;
      console.log(`WRONG  ${name.padEnd(15)} ${error instanceof Error ? error.message : error}`);
    }
  }
  return tally;
}

function nodeVersion(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return process.versions.node;
  throw new Error(`${process.versions.node} is too old. Install Node.js 20.19 or newer.`);
}

/** `scripts/footfall.mjs` reports limits too low to start. */
async function openFileState(): Promise<string> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  if (soft === undefined) return 'no known limit';
  if (Number(soft) >= enoughOpenFiles) return `up to ${soft} at once`;
  throw new Error(
    `The limit is ${soft}, and each connected client uses one. Raise it with ulimit -n 8192, or LimitNOFILE=8192 in the systemd unit.`,
  );
}

async function dataDirState(dataDir: string): Promise<string> {
  if (!(await isThere(dataDir))) {
    const parent = await nearestFolder(dataDir);
    await access(parent, constants.W_OK | constants.X_OK).catch((error: unknown) => {
      throw notUsable(dataDir, error);
    });
    return `${dataDir}; the first start creates it`;
  }
  const real = await prepareDataDir(dataDir);
  const home = await readHome(real);
  if (home === undefined) return `${real} (empty)`;
  return home.moved ? `${real}, with the database in ${home.cluster}` : real;
}

async function diskState(dataDir: string): Promise<string> {
  let place = await nearestFolder(dataDir);
  const home = await readHome(dataDir).catch(() => undefined);
  if (home !== undefined && (await isThere(home.cluster))) place = home.cluster;
  const { usedPart, freeMegabytes } = await diskUse(place);
  const text = `${freeMegabytes} MB free, ${Math.floor(usedPart * 100)} % used`;
  const advice = `${text} at ${place}. Free some space, or move DATA_DIR to another disk.`;
  if (freeMegabytes < enoughMegabytes) throw new Error(advice);
  if (usedPart >= fullPart) throw new Warning(advice);
  return text;
}

async function engineState(dataDir: string): Promise<string> {
  const user = await engineUser();
  const program = await engineProgram(user, dataDir);
  const who = user === undefined ? '' : `, run as uid ${user.uid} because it refuses root`;
  return `PostgreSQL ${program.version.replace(/\.0-.*/, '')}${who}`;
}

async function databaseState(config: Config): Promise<string> {
  return lookInDatabase(config, 'the first start creates it', (db) =>
    db.system(async (tx) => {
      const [row] = await tx<{ name: string; workspaces: number }[]>`
        select (select name from schema_migrations order by version desc limit 1) as name,
               (select count(*)::int from workspaces) as workspaces`;
      const loose = await looseRights(tx, { isElsewhere: config.databaseUrl !== undefined });
      const left =
        loose.length > 0
          ? `; the application role can ${loose.join(' and ')}, which only a superuser can revoke`
          : '';
      return `connected; schema ${row?.name}; workspaces: ${row?.workspaces}${left}`;
    }),
  );
}

function clockState(config: Config): Promise<string> {
  return lookInDatabase(config, 'no database to compare with yet', async (db) => {
    const readAt = readClocks().wall;
    const databaseTime = await selectDatabaseTime(db);
    const difference = Math.round(
      Math.min(Math.max(0, databaseTime - Date.now()), databaseTime - readAt),
    );
    if (Math.abs(difference) <= clockToleranceMs) return 'in step with the database';
    throw new Error(
      `${Math.abs(difference / 1000)} s ${difference > 0 ? 'behind' : 'ahead of'} the database, which dates messages. Synchronize both with NTP.`,
    );
  });
}

/** The workspaces closest to today's quotas. */
function quotaState(config: Config): Promise<string> {
  return lookInDatabase(config, 'nothing stored yet', async (db) => {
    const near = (await db.everywhere(selectNearQuotas)).flat();
    const text = near.map((state) => state.text).join('; ');
    if (!near.some(({ isOver }) => isOver)) return text || 'all workspaces are within their quotas';
    throw new Error(
      `${text}. Footfall rejects messages until 00:00 UTC. Find the key that sends them, or raise the quota with ${ownCommand} workspace settings --workspace ID --daily-quotas NAME=NUMBER`,
    );
  });
}

async function selectNearQuotas(tx: Tx) {
  const rows = await selectUsageOfToday(tx);
  const states: { isOver: boolean; text: string }[] = [];
  for (const id of new Set(rows.map(({ workspaceId }) => workspaceId))) {
    const account = new UsageAccount(id, '');
    account.quotas = (await selectSettings(tx, id)).daily_quotas;
    account.learn(rows.filter(({ workspaceId }) => workspaceId === id));
    for (const quota of quotaKinds) {
      const share = account.shareOf(quota);
      if (share < warningPart) continue;
      const text = `${id} has used ${Math.floor(share * 100)} % of its ${quota}`;
      states.push({ isOver: share >= 1, text });
    }
  }
  return states;
}

function jobState(config: Config): Promise<string> {
  return lookInDatabase(config, 'none yet', async (db) => {
    const failedJobs = (await db.everywhere((tx) => countFailedByKind(tx, jobKinds))).flat();
    const [first] = failedJobs;
    if (first === undefined) return 'none failed';
    const text = failedJobs
      .slice(0, mostShown)
      .map(({ workspaceId, kind, count }) => `${count} ${kind} of ${workspaceId}`);
    throw new Error(
      `Failed too often: ${text.join('; ')}. See the reasons with ${ownCommand} jobs list --workspace ${first.workspaceId}, then use jobs retry or jobs drop.`,
    );
  });
}

/** Whether it responds, and how far behind it is. Unsent data stays here, so an outage breaks nothing. */
async function sinkState(sinkUrl: string, config: Config): Promise<string> {
  const clickhouse = new ClickHouse(sinkUrl, { deadlineMs: 5_000 });
  const version = await clickhouse.run('select version()').catch((error: unknown) => {
    throw new Warning(
      `${error instanceof Error ? error.message : error}. Check that it is running and that SINK_CLICKHOUSE_URL has the right user and database. No data is lost meanwhile.`,
    );
  });
  const text = `${version.trim()} at ${clickhouse.target}`;
  return lookInDatabase(config, text, async (db) => {
    const states = (await db.everywhere(selectSinkStates)).flat();
    const behind = Math.round(Math.max(0, ...states.map(({ behindSeconds }) => behindSeconds)));
    if (behind > farBehindSeconds) {
      throw new Warning(`${text} is ${behind} s behind. The log of the service has the reason.`);
    }
    const unfilled = states.filter(({ phase }) => phase !== 'following').length;
    return `${text}, ${behind} s behind${unfilled > 0 ? `; workspaces not copied completely: ${unfilled}` : ''}`;
  });
}

/** Looks up a well-known address. */
async function addressTablesState(): Promise<string> {
  let fault: unknown;
  const tables = openAddressTables({
    onError: (error) => {
      fault = error;
    },
  });
  await tables.ready;
  const { networkOwner } = tables.lookUp('8.8.8.8');
  await tables.close();
  if (networkOwner !== '') return `8.8.8.8 belongs to ${networkOwner}`;
  const reason = fault instanceof Error ? fault.message : 'a known address is missing';
  throw new Error(`Cannot be used (${reason}). Run npm run build to create them.`);
}

async function nearestFolder(path: string): Promise<string> {
  let place = path;
  while (!(await isThere(place)) && place !== dirname(place)) place = dirname(place);
  return place;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
