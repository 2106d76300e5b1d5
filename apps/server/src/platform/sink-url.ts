/** The URL of the sink's ClickHouse. */
import { StartError } from './common/start-error.ts';

/** @throws StartError with the problem of SINK_CLICKHOUSE_URL; does not repeat the value, which may contain a password */
export function parseSinkUrl(text: string): string {
  const wrong = (what: string, cause?: unknown) =>
    new StartError(
      `SINK_CLICKHOUSE_URL ${what}. Write it as http://user:password@host:8123/database or with https://, or remove it.`,
      { cause },
    );
  const url = new URL(text);
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(databaseOf(url))) {
    throw wrong('must end with the name of a database, of letters, digits and _');
  }
  if (url.search !== '' || url.hash !== '') throw wrong('must end with the name of the database');
  try {
    decodeURIComponent(url.username + url.password);
  } catch (error) {
    throw wrong('has a user or password with an unescaped %. Write it as %25', error);
  }
  return text;
}

export function databaseOf({ pathname }: URL): string {
  return pathname.replace(/^\//, '');
}
