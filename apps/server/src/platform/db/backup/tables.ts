/** Which tables a backup has: all, but for what each database makes of itself. */
import type postgres from 'postgres';

export interface Table {
  name: string;
  columns: string[];
}

/** Made by `migrate`: what was applied, and the login that the service has there. */
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

/** What opens something is in no backup: who has one is not signed in, and has no key to what is encrypted in it. */
const leftOut: Record<string, string> = {
  user_sessions: 'where false',
  // Links that were sent, sign-ins that are half finished.
  user_verifications: 'where false',
};

/** Another in place of those of this installation, which its cookies are signed by. */
const replaced: Record<string, Record<string, string>> = {
  account_secrets: {
    secret: 'gen_random_uuid()::text || gen_random_uuid()::text',
    welcome_hash: 'null::bytea',
    welcome_expires_at: 'null::timestamptz',
  },
};

/** The rows of a table as a backup has them. */
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
