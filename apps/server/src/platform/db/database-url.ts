/* Checks the server in DATABASE_URL before anything uses it. */
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { StartError, systemCode } from '../common/start-error.ts';

const OLDEST_MAJOR = 15;
const STARTING_UP = '57P03';
const STARTING_WAIT_MS = 30_000;

/** Returns the server's version. @throws why it cannot be used */
export async function checkDatabaseUrl(url: string): Promise<string> {
  for (const end = Date.now() + STARTING_WAIT_MS; ; await sleep(500)) {
    try {
      return await judge(url);
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (systemCode(error) === STARTING_UP && Date.now() < end) continue;
      throw unreachable(url, error);
    }
  }
}

async function judge(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    const [server] = await sql<{ version: string; number: number; encoding: string }[]>`
      select current_setting('server_version') as version,
             current_setting('server_version_num')::int as number,
             current_setting('server_encoding') as encoding`;
    if (server === undefined) throw new Error('the server did not tell its version');
    if (server.number < OLDEST_MAJOR * 10_000) {
      throw new StartError(
        `DATABASE_URL (${shown(url)}) is PostgreSQL ${server.version}, but Footfall needs ${OLDEST_MAJOR} or newer. ` +
          'Upgrade the server, or remove DATABASE_URL to use the embedded PostgreSQL.',
      );
    }
    if (server.encoding !== 'UTF8') {
      throw new StartError(
        `The database of DATABASE_URL (${shown(url)}) has the encoding ${server.encoding}, but Footfall needs UTF8. ` +
          "Create one with: create database footfall encoding 'UTF8' template template0;",
      );
    }
    return server.version;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function unreachable(url: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message || systemCode(error) : String(error);
  return new StartError(
    `Cannot use DATABASE_URL (${shown(url)}): ${reason}. Check that the server is running and ` +
      'reachable, and that user, password and database name are right, or remove DATABASE_URL to use the embedded PostgreSQL.',
    { cause: error },
  );
}

/** Without the password. */
function shown(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
