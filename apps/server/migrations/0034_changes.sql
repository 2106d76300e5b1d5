-- What changed in a workspace, in an order that every reader sees alike: written in the transaction of the
-- change, a few rows for each, and followed by live views, webhooks and caches.
create table changes (
  workspace_id uuid not null,
  -- The transaction that made the change. Numbers are given before commit, so a reader stops before the
  -- oldest transaction that is under way: whatever is below has ended, and nothing joins it later.
  xact bigint not null default pg_current_xact_id()::text::bigint,
  id uuid not null,                   -- a UUIDv7: the order within the transaction
  is_test boolean not null,
  kind text not null check (kind in ('session', 'identity', 'lead', 'conversion', 'list')),
  action text not null check (action in ('changed', 'removed')),
  ids uuid[] not null,                -- of the records, at most 50
  visitor_ids uuid[] not null,        -- whose each session is: its id alone does not name it; else empty
  created_at timestamptz not null default now(),
  primary key (workspace_id, xact, id)
) with (autovacuum_vacuum_scale_factor=0.02);
-- What is old enough to be forgotten, and which visits were touched lately.
create index changes_time on changes (workspace_id, created_at);
call protect_workspace_table('changes');

-- Up to where changes were forgotten: who has followed less far has missed some.
create table change_floors (
  workspace_id uuid not null,
  xact bigint not null,
  id uuid not null,
  primary key (workspace_id)
);
call protect_workspace_table('change_floors');
