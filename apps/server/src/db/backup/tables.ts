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

export function copyOf({ name, columns }: Table): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return `copy public.${quoted(name)} (${columns.map(quoted).join(', ')})`;
}
