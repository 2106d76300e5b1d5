-- Erasures of people and visitors. Nothing in a row is about a person.
create table erasures (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  subject text not null check (subject in ('identity', 'visitor')),
  state text not null check (state in ('running', 'done')),
  totals text not null check (totals in ('keep', 'recount')),
  removed jsonb not null default '{}', -- by kind, how many
  shared boolean not null,            -- some visitors are other people's, too
  actor_kind text not null check (actor_kind in ('key', 'member', 'command')),
  actor_id uuid,
  requested_at timestamptz not null default clock_timestamp(), -- what is older is refused
  -- The transaction that erased the names: whoever began to write before it may not know of them.
  xact bigint not null default pg_current_xact_id()::text::bigint,
  traced boolean not null default false, -- what mentions the person is gone, but for what is written just now
  -- Whether a ClickHouse beside PostgreSQL has what was erased; null: it is not looked at yet, or there is none.
  sink text check (sink in ('waiting', 'done')),
  finished_at timestamptz,
  primary key (workspace_id, id)
);
create index erasures_newest on erasures (workspace_id, is_test, requested_at desc, id desc);
call protect_workspace_table('erasures');

-- What is left to remove of an erasure that is under way, a row for each; all rows are gone when it is done.
create table erasure_parts (
  workspace_id uuid not null,
  erasure_id uuid not null,
  kind text not null check (kind in ('identity', 'visitor', 'slice', 'email', 'user_id', 'lead', 'conversion', 'session', 'neighbor')),
  key text not null,                  -- an id or a name
  is_removed boolean not null default false, -- only places that mention it are left
  since timestamptz not null default '-infinity', -- of a slice
  until timestamptz not null default 'infinity',
  primary key (workspace_id, erasure_id, kind, key, since)
);
call protect_workspace_table('erasure_parts');

-- Names of people who were erased, as HMAC-SHA256 by a key of the installation. Messages that carry one, of a time between
-- these, are refused.
create table erased_names (
  workspace_id uuid not null,
  hash bytea not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (workspace_id, hash, since)
);
call protect_workspace_table('erased_names');

-- The key of the hashes above, encrypted by the key of the installation.
create table erasure_secrets (
  only_row boolean not null check (only_row),
  secret text not null,
  primary key (only_row)
);

-- An erasure takes its ids out of the audit log, and nothing else of it.
create or replace function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '400 days' then
      return old;
    end if;
    if exists (select from workspaces w where w.workspace_id = old.workspace_id and w.deleted_at is not null) then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    if new.resource_id is null and to_jsonb(new) - 'resource_id' = to_jsonb(old) - 'resource_id' and exists (
      select from erasure_parts p where p.workspace_id = old.workspace_id and p.key = old.resource_id::text
    ) then
      return new;
    end if;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
grant update (resource_id) on audit_log to footfall_app;
