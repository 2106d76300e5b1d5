-- Facts of visits take a third less room: the largest columns come first, so that nothing is left between them, numbers of
-- which there are never many have two bytes, rows fill their pages, and views are told only of visits that saw a page again.
drop index session_facts_active;
drop index session_facts_converted;
drop index session_facts_days;
drop index session_facts_long;
drop index session_facts_many_pages;
drop index session_facts_sample;
drop index open_facts_days;
alter table session_facts rename to wide_facts;
alter index session_facts_pkey rename to wide_facts_pkey;
alter table open_facts rename to wide_open_facts;
alter index open_facts_pkey rename to wide_open_facts_pkey;

-- What each visit is counted as; bots are not counted. A visit has a row for the quarter of an hour in which it
-- began, and one for each other in which a lead or conversion of it happened. Values are numbers of stats_values.
create table session_facts (
  workspace_id uuid not null,
  session_id uuid not null,
  visitor_id uuid not null,
  active_at timestamptz not null,     -- when the visit's last message happened
  quarter integer not null,           -- of an hour, since 1970
  day integer not null,               -- since 1970, in the workspace's time zone
  page_views integer not null,
  engaged_ms integer not null,
  leads integer not null,
  conversions integer not null,
  source integer not null,
  campaign integer not null,
  browser integer not null,
  landing_page integer not null,
  exit_page integer not null,
  city integer not null,
  company integer not null,
  origin integer not null,
  sessions smallint not null,         -- 1 where the visit began, else 0
  bounces smallint not null,
  channel smallint not null,
  country smallint not null,
  device smallint not null,
  channel_group smallint not null,
  agent smallint not null,
  share smallint not null,            -- 0 to 63, of the visitor: for samples
  is_test boolean not null,
  pages integer[],                    -- null: not read yet
  page_counts integer[],              -- views of each of them; null: one of each
  primary key (workspace_id, session_id, visitor_id, is_test, quarter)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Visits whose sums are not kept yet, as they are counted: a visit leaves when they are, and its row among all facts is
-- not written again, nor its places in their indexes.
create table open_facts (like session_facts including indexes)
  with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 2000);

insert into session_facts
  select workspace_id, session_id, visitor_id, active_at, quarter, day, page_views, engaged_ms, leads, conversions, source, campaign,
         browser, landing_page, exit_page, city, company, origin, sessions, bounces, channel, country, device, channel_group,
         agent, share, is_test, pages, case when 1 <> any(page_counts) then page_counts end
  from wide_facts;
insert into open_facts
  select workspace_id, session_id, visitor_id, active_at, quarter, day, page_views, engaged_ms, leads, conversions, source, campaign,
         browser, landing_page, exit_page, city, company, origin, sessions, bounces, channel, country, device, channel_group,
         agent, share, is_test, pages, case when 1 <> any(page_counts) then page_counts end
  from wide_open_facts;
drop table wide_facts, wide_open_facts;

create index session_facts_active on session_facts (workspace_id, visitor_id, is_test, day) where sessions = 1;
-- What conversions are worth, by the dimensions of their visits.
create index session_facts_converted on session_facts (workspace_id, is_test, day)
  include (session_id, visitor_id, quarter, source, campaign, browser, landing_page, exit_page, city, company, channel, country,
           device, channel_group, agent)
  where conversions > 0;
create index session_facts_days on session_facts (workspace_id, is_test, day, share)
  include (visitor_id, sessions, bounces, channel, country, device, channel_group, agent, quarter, page_views, engaged_ms, leads,
           conversions, source, campaign, browser, landing_page, exit_page, city, company);
-- Visits of more than a day, of which there are few: who was still there at a time, however long ago they began.
create index session_facts_long on session_facts (workspace_id, is_test, active_at)
  where sessions = 1 and active_at - timestamptz '1970-01-01 00:00:00+00' > (quarter + 100) * interval '15 minutes';
create index session_facts_many_pages on session_facts (workspace_id, is_test, day)
  where sessions > 0 and coalesce(cardinality(pages), 0) > 100;
-- A quarter of the visitors: which pages they saw is read from this index alone, where all facts would be too many to read
-- while somebody waits. Visits with so many pages that they do not fit have one of their own.
create index session_facts_sample on session_facts (workspace_id, is_test, share, day)
  include (visitor_id, session_id, quarter, pages, page_counts)
  where share < 16 and sessions > 0 and coalesce(cardinality(pages), 0) <= 100;
-- They are added to each answer: those of the days that are asked for.
create index open_facts_days on open_facts (workspace_id, is_test, day);
call protect_workspace_table('session_facts');
call protect_workspace_table('open_facts');

create or replace function visits_with_pages(
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
      (select sum(coalesce(p.views, 1))::integer from unnest(f.pages, f.page_counts) p (page, views)
       where p.page = any(of_pages)) end
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
