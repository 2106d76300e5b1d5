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

-- Visits that saw one of these pages and began on this day or later, or began earlier and lasted until `active_since`; with
-- how often, or null where only their events tell: of pages that were cut or not read, and of all while figures are made anew.
-- A function, so that who joins them expects few, as there are, and not all visits of a time.
-- Without plain index scans: these take the table's pages one by one for each visit, two to three times as long.
create function visits_with_pages(
    of_test boolean, of_pages integer[], doubtful_pages integer[], since_day integer, active_since timestamptz)
  returns table (visitor_id uuid, session_id uuid, quarter integer, views integer)
  language plpgsql stable set enable_indexscan = off as $$
#variable_conflict use_column
declare
  own uuid := current_workspace();
  -- Number 0 stands for what a visit saw beyond the pages that are counted of it.
  wanted integer[] := of_pages || 0;
  doubtful integer[] := doubtful_pages || 0;
begin
  if not exists (select from stats_state where workspace_id = own and phase = 'kept') then
    return query select s.visitor_id, s.id, 0, null::integer from sessions s
      where s.workspace_id = own and s.is_test = of_test;
    return;
  end if;
  -- `sessions > 0`: the index of active days, where sessions = 1, is in the order of visitors and not of days.
  return query
    select f.visitor_id, f.session_id, f.quarter, case when not f.pages && doubtful then
      (select sum(p.views)::integer from unnest(f.pages, f.page_counts) p (page, views) where p.page = any(of_pages)) end
    from session_facts f
    where f.workspace_id = own and f.is_test = of_test and f.sessions > 0 and f.day >= since_day
      and (f.pages is null or f.pages && wanted);
  return query
    select f.visitor_id, f.session_id, f.quarter, null::integer from session_facts f
    where f.workspace_id = own and f.is_test = of_test and f.sessions = 1
      and f.active_at - timestamptz '1970-01-01 00:00:00+00' > (f.quarter + 100) * interval '15 minutes'
      and f.active_at >= active_since and f.day < since_day
      and (f.pages is null or f.pages && wanted);
end $$;
