-- What conversions are worth is summed up as visits are, by currency: it was asked of each conversion and its visit, which took
-- longer the more there were.
alter table session_facts
  add column revenue jsonb;             -- of its conversions, by currency; null: nothing is told of it
alter table open_facts
  add column revenue jsonb;
drop index session_facts_converted;

-- Of a day by each value of each dimension that visits have one of. An amount is never added to one of another currency.
create table stats_revenue (
  workspace_id uuid not null,
  is_test boolean not null,
  dimensions smallint not null,       -- one, as in stats_days
  day integer not null,
  first_value integer not null,
  currency text not null,
  revenue numeric not null,
  facts integer not null,             -- it is the sum of so many: of none there is no row
  primary key (workspace_id, is_test, dimensions, day, first_value, currency)
);
call protect_workspace_table('stats_revenue');
