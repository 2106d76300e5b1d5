/** Reads the schema `public` from PostgreSQL's catalog for the dump, in a stable order. */
import type postgres from 'postgres';

export interface Table {
  name: string;
  options: string[] | null;
}

export interface Column {
  of: string;
  name: string;
  type: string;
  not_null: boolean;
  is_generated: boolean;
  /** Default or generation expression. */
  expression: string | null;
}

export interface Constraint {
  of: string;
  /** The only column it concerns, for a check. */
  column: string | null;
  definition: string;
}

export interface Index {
  of: string;
  name: string;
  definition: string;
}

export interface Protection {
  of: string;
  is_on: boolean;
  is_forced: boolean;
  policies: {
    name: string;
    command: string;
    roles: string;
    using: string | null;
    check: string | null;
  }[];
  grants: { to: string; rights: string }[];
}

export async function selectTables(sql: postgres.Sql): Promise<Table[]> {
  return sql<Table[]>`
    select quote_ident(relname) as name, reloptions as options from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
}

export async function selectColumns(sql: postgres.Sql): Promise<Column[]> {
  return sql<Column[]>`
    select quote_ident(c.relname) as of, quote_ident(a.attname) as name,
           format_type(a.atttypid, a.atttypmod)
             || case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(l.collname) else '' end as type,
           a.attnotnull as not_null,
           a.attgenerated <> '' as is_generated, pg_get_expr(d.adbin, d.adrelid, true) as expression
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname, a.attnum`;
}

/** Without `not null`, which PostgreSQL 18 also lists here. */
export async function selectConstraints(sql: postgres.Sql): Promise<Constraint[]> {
  return sql<Constraint[]>`
    select quote_ident(c.relname) as of, pg_get_constraintdef(k.oid, true) as definition,
           case when k.contype = 'c' and array_length(k.conkey, 1) = 1 then quote_ident(a.attname) end as column
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where c.relnamespace = 'public'::regnamespace and k.contype <> 'n'
    order by c.relname, array_position('{p,u,c}', k.contype::text), pg_get_constraintdef(k.oid, true) collate "C"`;
}

/** Without those of constraints. */
export async function selectIndexes(sql: postgres.Sql): Promise<Index[]> {
  return sql<Index[]>`
    select quote_ident(c.relname) as of, quote_ident(n.relname) as name,
           pg_get_indexdef(n.oid, 0, true) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = n.oid)
    order by c.relname, n.relname`;
}

export async function selectFunctions(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ definition: string }[]>`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace order by proname, oid::regprocedure::text collate "C"`;
  return rows.map(({ definition }) => definition);
}

export async function selectTriggers(
  sql: postgres.Sql,
): Promise<{ of: string; definition: string }[]> {
  return sql<{ of: string; definition: string }[]>`
    select quote_ident(c.relname) as of, pg_get_triggerdef(t.oid, true) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`;
}

/** Row security, policies and grants. Owners differ between databases, so they appear as `current_user`. */
export async function selectProtections(sql: postgres.Sql): Promise<Protection[]> {
  return sql<Protection[]>`
    select quote_ident(c.relname) as of, c.relrowsecurity as is_on, c.relforcerowsecurity as is_forced,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', quote_ident(p.polname),
          'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
                                   when 'd' then 'delete' else 'all' end,
          'roles', (select string_agg(
                      case role when 0 then 'public' when c.relowner then 'current_user'
                                else quote_ident(pg_get_userbyid(role)) end, ', ')
                    from unnest(p.polroles) role),
          'using', pg_get_expr(p.polqual, c.oid, true),
          'check', pg_get_expr(p.polwithcheck, c.oid, true)) order by p.polname desc)
        from pg_policy p where p.polrelid = c.oid), '[]') as policies,
      coalesce((
        select jsonb_agg(jsonb_build_object('to', g.grantee, 'rights', g.rights) order by g.grantee)
        from (select case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee,
                     string_agg(lower(privilege_type) || columns, ', ' order by
                       array_position('{SELECT,INSERT,UPDATE,DELETE}', privilege_type), privilege_type) as rights
              from (
                select grantee, privilege_type, '' as columns from aclexplode(c.relacl)
                union all
                select grantee, privilege_type, ' (' || string_agg(quote_ident(attname), ', ' order by attnum) || ')'
                from pg_attribute a, aclexplode(a.attacl) where a.attrelid = c.oid group by 1, 2
              ) t where grantee <> c.relowner group by 1) g), '[]') as grants
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;
}

/** Objects that no migration creates so far, and that the dump would omit. */
export async function selectUnknown(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select 'relation ' || relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i')
    union all
    select 'inherited table ' || inhrelid::regclass from pg_inherits
    union all
    select 'foreign key ' || conname from pg_constraint
    where connamespace = 'public'::regnamespace and contype not in ('p', 'u', 'c', 'n')
    union all
    select 'rule ' || rulename from pg_rules where schemaname = 'public'
    union all
    select 'type ' || typname from pg_type
    where typnamespace = 'public'::regnamespace and typtype <> 'c' and typcategory <> 'A'
    union all
    select 'identity of column ' || attrelid::regclass || '.' || attname from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
    where a.attnum > 0 and (a.attidentity <> '' or a.attgenerated not in ('', 's'))
    union all
    select 'rights of function ' || proname from pg_proc
    where pronamespace = 'public'::regnamespace and proacl is not null
    union all
    select 'restrictive policy ' || polname from pg_policy where not polpermissive
    order by 1`;
  return rows.map(({ name }) => name);
}
