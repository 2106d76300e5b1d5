-- Lists whose members follow from a filter: of whom, and the filter as its tree. Null: kept by hand.
alter table visitor_lists
  add column of text check (of in ('visitors', 'identities')),
  add column filter jsonb,
  add check ((of is null) = (filter is null));

-- How far the members of such a list have been kept.
create table list_upkeep (
  workspace_id uuid not null,
  list_id uuid not null,
  -- Counts what was written: who read before, writes nothing any more.
  step bigint not null default 0,
  member_count integer not null default 0,
  is_timed boolean not null,          -- Time alone changes the members, or what leaves no change to be followed.
  is_filling boolean not null default true,
  collected pg_snapshot not null default '1:1:', -- The changes that members follow from.
  -- When all were last evaluated, and when they will be again: by the passing of time members change, too. Null: not yet.
  evaluated_at timestamptz,
  evaluate_at timestamptz not null default now(),
  failures smallint not null default 0,
  error text check (error in ('takes_too_long', 'too_many_members', 'failed')),
  retry_at timestamptz not null default '-infinity',
  primary key (workspace_id, list_id)
) with (fillfactor=50);
call protect_workspace_table('list_upkeep');

-- Visits of more than a day, of which there are few: who was still there at a time, however long ago they began.
create index session_facts_long on session_facts (workspace_id, is_test, active_at)
  where sessions = 1 and active_at - timestamptz '1970-01-01 00:00:00+00' > (quarter + 100) * interval '15 minutes';
