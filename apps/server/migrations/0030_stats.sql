-- Which visits are to be counted anew: appended with what changes them, taken away by whoever has counted.
create table stats_marks (
  workspace_id uuid not null,
  marked_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  visitor_id uuid not null,
  session_id uuid not null,           -- all zeros: what a visitor has without a session, as leads of the API
  is_test boolean not null,
  primary key (workspace_id, marked_at, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
call protect_workspace_table('stats_marks');

-- What each visit is counted as; bots are not counted. A visit has a row for the quarter of an hour in which it
-- began, and one for each other in which a lead or conversion of it happened. Values are numbers of stats_values.
create table session_facts (
  workspace_id uuid not null,
  session_id uuid not null,
  visitor_id uuid not null,
  quarter integer not null,           -- of an hour, since 1970
  day integer not null,               -- since 1970, in the workspace's time zone
  sessions integer not null,          -- 1 where the visit began, else 0
  page_views integer not null,
  bounces integer not null,
  engaged_ms integer not null,
  leads integer not null,
  conversions integer not null,
  channel integer not null,
  source integer not null,
  campaign integer not null,
  country integer not null,
  device integer not null,
  browser integer not null,
  landing_page integer not null,
  exit_page integer not null,
  city integer not null,
  company integer not null,
  share smallint not null,            -- 0 to 63, of the visitor: for samples
  is_test boolean not null,
  settled boolean not null default false, -- The rollups have it; false: it is still added as it is read.
  active_at timestamptz not null,     -- when the visit's last message happened
  pages integer[],                    -- null: not read yet
  page_counts integer[],              -- views of each of them
  primary key (workspace_id, session_id, visitor_id, is_test, quarter)
) with (fillfactor = 90);
create index session_facts_days on session_facts (workspace_id, is_test, day);
create index session_facts_shares on session_facts (workspace_id, is_test, share, day);
create index session_facts_open on session_facts (workspace_id) where not settled;
create index session_facts_active on session_facts (workspace_id, visitor_id, is_test, day)
  where sessions = 1;
call protect_workspace_table('session_facts');

-- Sums of the settled facts, by quarter of an hour.
create table stats_quarters (
  workspace_id uuid not null,
  is_test boolean not null,
  quarter integer not null,
  sessions bigint not null,
  page_views bigint not null,
  bounces bigint not null,
  engaged_ms bigint not null,
  leads bigint not null,
  conversions bigint not null,
  primary key (workspace_id, is_test, quarter)
) with (fillfactor = 80);
call protect_workspace_table('stats_quarters');

-- The same by day for each value of a dimension, and by week for pairs of values of two.
create table stats_days (
  workspace_id uuid not null,
  day integer not null,               -- of pairs, the Monday of the week
  first_value integer not null,
  second_value integer not null,      -- 0 where there is one dimension
  sessions integer not null,
  page_views integer not null,
  bounces integer not null,
  leads integer not null,
  conversions integer not null,
  dimensions smallint not null,       -- 16 × the first + the second
  is_test boolean not null,
  engaged_ms bigint not null,
  primary key (workspace_id, is_test, dimensions, day, first_value, second_value)
) with (fillfactor = 90);
call protect_workspace_table('stats_days');

-- Of all facts: on how many visitors' active days the one before was that day. Visitors of a range are those of its days whose day before lies
-- before the range.
create table stats_active_days (
  workspace_id uuid not null,
  is_test boolean not null,
  day integer not null,
  previous_day integer not null,      -- -1000: none
  visitors bigint not null,
  primary key (workspace_id, is_test, day, previous_day)
) with (fillfactor = 80);
call protect_workspace_table('stats_active_days');

-- Numbers for what is counted by; 0 is the empty text.
create table stats_values (
  workspace_id uuid not null,
  kind smallint not null,
  id integer not null,
  value text not null,
  primary key (workspace_id, kind, id)
);
create unique index stats_values_value on stats_values (workspace_id, kind, value);
call protect_workspace_table('stats_values');

-- How far a workspace's figures have been made: first what is there is taken away, then all is marked, table by table.
create table stats_state (
  workspace_id uuid not null,
  phase text not null check (phase in ('clearing', 'events', 'leads', 'conversions', 'kept')),
  time_zone text not null,            -- whose days the facts have
  after_id uuid,                      -- where marking goes on
  primary key (workspace_id)
);
call protect_workspace_table('stats_state');

-- What was stored by older versions is counted in the background.
insert into stats_state (workspace_id, phase, time_zone) select workspace_id, 'events', 'UTC' from workspaces;
