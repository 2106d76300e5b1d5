-- Of which visit a refused message was, where its id tells its place among the visit's messages.
alter table failed_events add column visitor_id uuid;
alter table failed_events add column session_id uuid;
alter table failed_events add column message_id uuid;
create index failed_events_visit on failed_events (workspace_id, session_id) where session_id is not null;

-- Messages that browsers numbered, by the day on which their visit began.
create table message_days (
  workspace_id uuid not null,
  is_test boolean not null,
  day integer not null,               -- since 1970, in the workspace's time zone
  browser text not null,              -- '': not known, or beyond the fifty with most messages of the day
  visits integer not null,
  received bigint not null,
  refused bigint not null,
  lost bigint not null,
  primary key (workspace_id, is_test, day, browser)
);
call protect_workspace_table('message_days');

-- Of which days the numbers are to be counted anew: of the last days only.
create table message_day_marks (
  workspace_id uuid not null,
  is_test boolean not null,
  day integer not null,
  is_due boolean not null,
  rests_until timestamptz not null,   -- counting takes no more than a part of the time
  primary key (workspace_id, is_test, day)
) with (fillfactor=50);
call protect_workspace_table('message_day_marks');
