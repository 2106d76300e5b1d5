-- Sums of pairs of values, many to a row: a row for each pair took twelve times the room, and was written again for each
-- twenty thousand visits. Of days that are over, and of weeks once all of their days are.
create table stats_pairs (
  workspace_id uuid not null,
  is_test boolean not null,
  dimensions smallint not null,       -- 16 × the first + the second
  day integer not null,               -- of a week its Monday: where it is before stats_state.weeks_until
  first_value integer not null,
  second_values integer[] not null,
  sessions integer[],                 -- of each of them; null: all are 0, as in all that follow
  page_views integer[],
  bounces integer[],
  engaged_ms bigint[],
  leads integer[],
  conversions integer[],
  primary key (workspace_id, is_test, dimensions, day, first_value)
);
call protect_workspace_table('stats_pairs');

alter table stats_state
  add column pairs_until integer not null default -3,  -- Pairs are kept of the days before this one,
  add column weeks_until integer not null default -3;  -- and by week before this Monday.

-- Those that there are by now are made anew in the background, from the facts; until then such questions are answered from these.
alter table stats_days rename to all_sums;
alter index stats_days_pkey rename to all_sums_pkey;
-- Sums of the settled facts, by day for each value of a dimension; and what changed in pairs of values after these were kept in stats_pairs.
create table stats_days (
  workspace_id uuid not null,
  day integer not null,               -- of pairs as in stats_pairs
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
) with (fillfactor=90);
insert into stats_days
  select workspace_id, day, first_value, second_value, sessions, page_views, bounces, leads, conversions, dimensions, is_test, engaged_ms
  from all_sums where dimensions % 16 = 0;
drop table all_sums;
call protect_workspace_table('stats_days');
