/**
 * Default PostgreSQL privileges that the application does not need: temporary tables, large objects (not covered
 * by row level security), creating objects. Revoked at every start, as far as the owner may; `footfall doctor`
 * shows the rest.
 */
import type postgres from 'postgres';
import type { Tx } from './connection-pool.ts';

/** The group role with the application's grants. */
export const groupRole = 'footfall_app';

/** All functions that create, open, change or read large objects. */
const largeObjectFunctions = `
  select p.oid, p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'pg_catalog'::regnamespace
    and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_open', 'lo_put', 'lo_get', 'lo_unlink',
                      'lo_truncate', 'lo_truncate64', 'lowrite', 'loread')`;

export async function restrictApplication(owner: postgres.TransactionSql): Promise<void> {
  const [can] = await owner<{ database: string; temporary: boolean; create: boolean }[]>`
    select current_database() as database,
           has_database_privilege('public', current_database(), 'temporary') as temporary,
           has_schema_privilege('public', 'public', 'create') as create`;
  const functions = await owner.unsafe<{ name: string }[]>(
    `select name from (${largeObjectFunctions}) f where has_function_privilege('public', oid, 'execute')`,
  );
  const statements = [
    ...(can?.temporary ? [`revoke temporary on database ${quoted(can.database)} from public`] : []),
    ...(can?.create ? ['revoke create on schema public from public'] : []),
    ...functions.map(({ name }) => `revoke execute on function ${name} from public`),
  ];
  for (const statement of statements) await ifAllowed(owner, statement);
}

interface LooseRights {
  temporary: boolean;
  large: boolean;
  create: boolean;
  /** Other databases that it may connect to. */
  others: string[];
}

const mostNamed = 3;

/**
 * Unneeded privileges that could not be revoked. Usually none in the embedded engine, whose pg_hba.conf blocks
 * other databases; `isElsewhere`: an external server.
 */
export async function looseRights(
  owner: Pick<Tx, 'unsafe'>,
  { isElsewhere }: { isElsewhere: boolean },
): Promise<string[]> {
  const [row] = await owner.unsafe<LooseRights[]>(`
    select has_database_privilege('${groupRole}', current_database(), 'temporary') as temporary,
           has_schema_privilege('${groupRole}', 'public', 'create') as create,
           exists (select from (${largeObjectFunctions}) f
                   where has_function_privilege('${groupRole}', oid, 'execute')) as large,
           array(select datname::text from pg_database
                 where datallowconn and datname <> current_database()
                   and has_database_privilege('${groupRole}', oid, 'connect')
                 order by 1) as others`);
  const others = isElsewhere ? (row?.others ?? []) : [];
  return [
    ...(row?.temporary ? ['make temporary tables'] : []),
    ...(row?.create ? ['make tables of its own'] : []),
    ...(row?.large ? ['make large objects'] : []),
    ...(others.length > 0 ? [`connect to other databases (${listed(others)})`] : []),
  ];
}

function listed(names: string[]): string {
  const more = names.length - mostNamed;
  return names.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Runs it if the owner has the privilege, which an external server may not grant. */
export async function ifAllowed(
  owner: postgres.TransactionSql,
  statement: string,
): Promise<boolean> {
  try {
    await owner.savepoint((tx) => tx.unsafe(statement));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') return false;
    throw error;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
