/** The address of the ClickHouse that the sink writes to. */
import { StartError } from './common/start-error.ts';

/** @throws StartError: what is wrong with SINK_CLICKHOUSE_URL; the value may hold a password, so it is not repeated */
export function parseSinkUrl(text: string): string {
  const wrong = (what: string, cause?: unknown) =>
    new StartError(
      `SINK_CLICKHOUSE_URL ${what}. Write it as http://user:password@host:8123/database, or with https://, or leave it out.`,
      { cause },
    );
  const url = new URL(text);
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(databaseOf(url))) {
    throw wrong('does not name a database of letters, digits and _ behind the host');
  }
  if (url.search !== '' || url.hash !== '') throw wrong('has something behind the database');
  try {
    decodeURIComponent(url.username + url.password);
  } catch (error) {
    throw wrong('has a user or password in which a % stands alone: write it as %25', error);
  }
  return text;
}

export function databaseOf({ pathname }: URL): string {
  return pathname.replace(/^\//, '');
}
