-- What a page of the dashboard shows, under a name: a member's own, or shared with the workspace.
create table saved_views (
  workspace_id uuid not null,
  id uuid not null,
  owner_id uuid,                      -- null: the command line
  page text not null check (page in
    ('overview', 'leads', 'people', 'companies', 'visitors', 'lists', 'campaigns', 'conversions')),
  name text not null,
  filter text not null,
  sort text not null,
  columns text[] not null,
  range text not null,                -- as the address of the page says it
  test boolean not null,
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
call protect_workspace_table('saved_views');

-- Many who were put on a list, or taken off, at once: of whom a filter was true then.
create table list_changes (
  workspace_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  action text not null check (action in ('add', 'remove')),
  of text not null check (of in ('visitors', 'identities', 'leads')),
  state text not null check (state in ('running', 'done', 'undoing', 'undone')),
  matched integer not null,
  seen integer not null default 0,
  changed integer not null default 0,
  created_by uuid,                    -- null: the command line
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index list_changes_newest on list_changes (workspace_id, created_at desc, id desc);
call protect_workspace_table('list_changes');

-- Who they are, some thousand in a row, and of whom it changed anything: to be undone.
create table list_change_slices (
  workspace_id uuid not null,
  id uuid not null,
  change_id uuid not null,
  type text not null check (type in ('visitor', 'identity')),
  member_ids uuid[] not null,
  changed_ids uuid[],                 -- null until it is done
  primary key (workspace_id, id)
);
create index list_change_slices_of on list_change_slices (workspace_id, change_id, id);
call protect_workspace_table('list_change_slices');
