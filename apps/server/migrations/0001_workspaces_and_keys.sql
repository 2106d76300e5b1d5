-- Workspaces, their keys and members, and the rules that keep workspaces apart.
-- The role footfall_app (made by the migration program) owns nothing and cannot bypass row level
-- security; every request works as a login role that is a member of it.

-- The workspace of the transaction, set by `set local app.workspace_id`; null when none is set.
create function current_workspace() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.workspace_id', true), '')::uuid;

-- Gives a table its two policies: the application sees one workspace, the owner sees all.
create procedure protect_workspace_table(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy workspace on %s to footfall_app
       using (workspace_id = current_workspace()) with check (workspace_id = current_workspace())',
    target);
  execute format('create policy system on %s to %I using (true) with check (true)', target, current_user);
  execute format('grant select, insert, update, delete on %s to footfall_app', target);
end $$;

create table workspaces (
  workspace_id uuid primary key,
  name text not null,
  features text[] not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
call protect_workspace_table('workspaces');

create table api_keys (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('production', 'development', 'legacy', 'secret')),
  name text not null,
  key_hash bytea not null,            -- SHA-256 of the whole key
  key_text text,                      -- write keys only: they are public and can be shown again
  hint text not null,                 -- the last characters, to recognise a key by
  scopes text[] not null default '{}',
  origins text[] not null default '{}',
  server_only boolean not null default false,
  rate_limit_per_minute integer,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (workspace_id, id),
  check ((kind = 'secret') = (key_text is null))
);
-- Not unique: a unique index without workspace_id cannot be distributed, and 178 random bits do not meet twice.
create index api_keys_hash on api_keys (key_hash);
call protect_workspace_table('api_keys');

create table users (
  id uuid primary key,
  email text not null,
  name text not null default '',
  avatar text not null default '',
  username text not null default '',
  language text not null default 'en',
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table workspace_members (
  workspace_id uuid not null,
  user_id uuid not null,
  workspace_role text not null,
  joined_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index workspace_members_user on workspace_members (user_id);
call protect_workspace_table('workspace_members');

-- A user belongs to no workspace; the application sees those who are members of the current one.
alter table users enable row level security;
alter table users force row level security;
create policy workspace on users for select to footfall_app
  using (exists (select from workspace_members m
                 where m.workspace_id = current_workspace() and m.user_id = users.id));
do $$ begin
  execute format('create policy system on users to %I using (true) with check (true)', current_user);
end $$;
grant select on users to footfall_app;
