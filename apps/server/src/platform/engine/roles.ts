/*
 * Ownership in the embedded PostgreSQL. `footfall` is the superuser that every cluster must have; it cannot log
 * in. The service uses `footfall_owner`, which owns the database, creates the application's role and has no other
 * privileges. Older clusters, owned by the superuser, are converted.
 *
 * The statements are for PostgreSQL's single-user mode: one per line. Each can be repeated.
 */

export const SUPERUSER = 'footfall';
export const OWNER = 'footfall_owner';
export const DATABASE = 'footfall';

/** Row level security does not cover large objects, so nobody may create any. Only the superuser can revoke this. */
const noLargeObjects = `do $$ declare f regprocedure; begin
  for f in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
    and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_open', 'lo_put', 'lo_get', 'lo_unlink', 'lo_truncate',
                    'lo_truncate64', 'lowrite', 'loread')
  loop execute format('revoke execute on function %s from public', f); end loop; end $$`;

const makeOwner = `do $$ begin
  if not exists (select from pg_roles where rolname = '${OWNER}') then create role ${OWNER}; end if; end $$`;

/** Tables with their indexes and sequences, functions, and the policies that let the owner see all rows. */
const giveObjects = `do $$ declare o record; begin
  for o in select oid::regclass as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
  loop execute format('alter table %s owner to ${OWNER}', o.name); end loop;
  for o in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
  loop execute format('alter routine %s owner to ${OWNER}', o.name); end loop;
  for o in select policyname as policy, format('%I.%I', schemaname, tablename) as name from pg_policies
    where schemaname = 'public' and roles = '{${SUPERUSER}}'
  loop execute format('alter policy %I on %s to ${OWNER}', o.policy, o.name); end loop; end $$`;

/** A role's creator may change and grant it; these were created by the superuser. */
const giveRoles = `do $$ declare r name; begin
  for r in select rolname from pg_roles where rolname like 'footfall\\_app%'
  loop execute format('grant %I to ${OWNER} with admin true, inherit false, set false', r); end loop; end $$`;

const closeSuperuser = `alter role ${SUPERUSER} nologin password null`;

/** `password`: base64url only. */
const openOwner = (password: string) =>
  `alter role ${OWNER} login createrole password '${password}'`;

/** In template1 of a new cluster, the template of the database. */
export function newClusterStatements(password: string): string {
  return lines([
    noLargeObjects,
    makeOwner,
    openOwner(password),
    `create database ${DATABASE} owner ${OWNER}`,
    closeSuperuser,
  ]);
}

/** In the database of a cluster owned by the superuser. */
export function handOverStatements(password: string): string {
  return lines([
    noLargeObjects,
    makeOwner,
    openOwner(password),
    `alter database ${DATABASE} owner to ${OWNER}`,
    giveObjects,
    giveRoles,
    closeSuperuser,
  ]);
}

function lines(statements: string[]): string {
  return statements.map((statement) => `${statement.replaceAll(/\s*\n\s*/g, ' ')};\n`).join('');
}
