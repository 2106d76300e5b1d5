-- How far a ClickHouse beside PostgreSQL has what is stored of a workspace. Outlives the workspace: until that has been erased there.
create table sink_positions (
  workspace_id uuid not null,
  target text not null,               -- which ClickHouse; in another one everything begins anew
  phase text not null default 'visits' check (phase in ('visits', 'events', 'following')),
  filled_until uuid[] not null default '{}', -- the last visit, by visitor and id, or event that the first fill has sent
  collected pg_snapshot not null default pg_current_snapshot(), -- The changes that it sees have been sent.
  -- Of the rows that are read next: whoever reads later has a higher one, in whichever process.
  version bigint not null default 0,
  stale_below bigint not null default 0, -- rows there that a new fill has not sent again, and removes at its end
  removed_before timestamptz,         -- events of before have been removed there
  holder uuid,                        -- whose turn it is, and until when
  held_until timestamptz not null default '-infinity',
  rows_sent bigint not null default 0,
  sent_at timestamptz,
  primary key (workspace_id)
) with (fillfactor=50);
call protect_workspace_table('sink_positions');
