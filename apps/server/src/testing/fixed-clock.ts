/** One time for a service of tests: in its database, in this process, and in the pages that show it. From there on it runs. */
import postgres from 'postgres';
import { afterAll } from 'vitest';

/** Of this process, until the file's tests are done. */
export function moveOwnClock(byMs: number): void {
  const usual = globalThis.Date;
  afterAll(() => {
    globalThis.Date = usual;
  });
  moveClock(byMs);
}

/** Runs in pages too, so it uses nothing from outside. What makes or reads other dates stays as it is. */
export function moveClock(byMs: number): void {
  const usual = globalThis.Date;
  const now = () => usual.now() + byMs;
  globalThis.Date = new Proxy(usual, {
    construct: (date, values, made) =>
      Reflect.construct(date, values.length > 0 ? values : [now()], made),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
}

/**
 * PostgreSQL has no clock that can be set. Its names for the time mean these functions instead in statements, in functions that
 * are stored as text, and, written anew, in defaults.
 */
export async function moveDatabaseClock(ownerUrl: string, byMs: number): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  const moved = `interval '${byMs} milliseconds'`;
  await owner.unsafe(`
    create function public.now() returns timestamptz language sql stable parallel safe
      return pg_catalog.now() + ${moved};
    create function public.clock_timestamp() returns timestamptz language sql volatile parallel safe
      return pg_catalog.clock_timestamp() + ${moved};
    do $$
    declare
      own record;
    begin
      for own in
        select adrelid::regclass as relation, attname, pg_get_expr(adbin, adrelid) as value
        from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
        where pg_get_expr(adbin, adrelid) ~ '^(now|clock_timestamp)\\(\\)$'
      loop
        execute format('alter table %s alter column %I set default public.%s', own.relation, own.attname, own.value);
      end loop;
      execute format('alter database %I set search_path = public, pg_catalog', current_database());
    end $$`);
  await owner.end();
}
