-- Workspaces may live in other databases, the cells (decision 0124). A cell has the same tables.

-- In the home database: which workspaces live in a cell, or are on their way.
create table workspace_places (
  workspace_id uuid not null,
  cell text not null,                 -- empty: home
  -- Where its rows are being copied to.
  moving_to text,
  -- Until then nothing of it may be changed: whoever dies while it moves stops nobody for ever.
  stopped_until timestamptz not null default '-infinity',
  -- Where its rows still are, too, and are to be removed.
  left_behind text,
  changed_at timestamptz not null default now(),
  primary key (workspace_id)
);

-- In the database that a workspace leaves. `noting`: what changes is noted. `closed`: nothing may be changed, until a
-- time, or for ever, since it lives elsewhere by now.
create table workspace_fences (
  workspace_id uuid not null,
  phase text not null check (phase in ('noting', 'closed')),
  until timestamptz not null default 'infinity',
  primary key (workspace_id)
);

-- Which rows changed since the copy of a workspace began.
create table workspace_move_notes (
  workspace_id uuid not null,
  table_name text not null,
  key jsonb not null,
  xact bigint not null default pg_current_xact_id()::text::bigint,
  primary key (workspace_id, table_name, key, xact)
);

-- The owner's alone.
alter table workspace_places enable row level security;
alter table workspace_places force row level security;
create policy system on workspace_places to current_user using (true) with check (true);
-- Triggers look at them as whoever changes rows.
call protect_workspace_table('workspace_fences');
call protect_workspace_table('workspace_move_notes');

-- Of every row that changes while its workspace moves. The arguments are the columns of the primary key.
create function note_moving_row() returns trigger
language plpgsql as $$
declare
  before jsonb;
  after jsonb;
  own uuid;
  fence record;
begin
  -- Rows that come or go with the move itself.
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    before := to_jsonb(old);
  end if;
  if tg_op <> 'DELETE' then
    after := to_jsonb(new);
  end if;
  own := (coalesce(after, before) ->> 'workspace_id')::uuid;
  -- Who closes it waits for all who hold this.
  perform pg_advisory_xact_lock_shared(4616, hashtext(own::text));
  select * into fence from workspace_fences f where f.workspace_id = own;
  if fence.phase = 'closed' and fence.until > clock_timestamp() then
    raise exception 'the workspace % is being moved', own using errcode = 'FK003';
  end if;
  insert into workspace_move_notes (workspace_id, table_name, key)
  select distinct own, tg_table_name, (select jsonb_object_agg(k, row -> k) from unnest(tg_argv) k)
  from (values (before), (after)) t (row) where row is not null
  on conflict do nothing;
  return null;
end $$;

-- What follows from rows has followed already where they come from.
do $$
declare
  name text;
begin
  foreach name in array array['count_identities', 'count_leads', 'follow_older_removals', 'follow_older_touches',
    'note_searched_link', 'note_searched_links', 'note_searched_row', 'note_searched_rows'] loop
    execute regexp_replace(pg_get_functiondef(name::regproc), '\mbegin\M', E'begin\n  if current_setting(''app.moving'', true) = ''on'' then\n    return null;\n  end if;');
  end loop;
end $$;

create or replace function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '400 days' then
      return old;
    end if;
    if exists (select from workspaces w where w.workspace_id = old.workspace_id and w.deleted_at is not null) then
      return old;
    end if;
    -- It is where the workspace lives by now, or came for one that does not yet.
    if exists (select from workspace_fences f where f.workspace_id = old.workspace_id and f.until = 'infinity'
               and f.phase = 'closed') and current_setting('app.moving', true) = 'on' then
      return old;
    end if;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
