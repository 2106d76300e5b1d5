-- Sums of pairs of values are kept by day alone, no longer by week once days are old. All are made anew in the background, from the
-- facts, which answer such questions until then.
delete from stats_days where dimensions % 16 <> 0;
update stats_state set pairs_until = default;
alter table stats_state drop column weeks_until;
drop table stats_pairs;

-- Sums of pairs of values of days that are over, many to a row: a row for each pair took twelve times the room, and was written again
-- for each twenty thousand visits.
create table stats_pairs (
  workspace_id uuid not null,
  is_test boolean not null,
  dimensions smallint not null,       -- 16 × the first + the second
  day integer not null,               -- since 1970, in the workspace's time zone
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
