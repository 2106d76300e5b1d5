/** The tables in a backup: all except those each database creates itself. */
import type postgres from 'postgres';

export interface Table {
  name: string;
  columns: string[];
}

/** Created by `migrate`: applied migrations, and the service's login. */
const ownTables = ['schema_migrations', 'application_login'];

export async function selectTables(owner: postgres.ISql): Promise<Table[]> {
  return owner<Table[]>`
    select c.relname as name,
      array(select attname::text from pg_attribute
            where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${ownTables})
    order by c.relname`;
}

/** Credentials are excluded: a backup grants no session, and no key for its encrypted data. */
const leftOut: Record<string, string> = {
  user_sessions: 'where false',
  // Sent links, unfinished sign-ins.
  user_verifications: 'where false',
};

/** Replaced with new ones, since these sign the installation's cookies. */
const replaced: Record<string, Record<string, string>> = {
  account_secrets: {
    secret: 'gen_random_uuid()::text || gen_random_uuid()::text',
    welcome_hash: 'null::bytea',
    welcome_expires_at: 'null::timestamptz',
  },
};

/** A table's rows as in a backup. */
export function copyForBackup(table: Table): string {
  const { name, columns } = table;
  if (!leftOut[name] && !replaced[name]) return copyOf(table);
  const values = columns.map((column) => replaced[name]?.[column] ?? `"${column}"`);
  return `copy (select ${values.join(', ')} from public."${name}" ${leftOut[name] ?? ''})`;
}

export function copyOf({ name, columns }: Table): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return `copy public.${quoted(name)} (${columns.map(quoted).join(', ')})`;
}
