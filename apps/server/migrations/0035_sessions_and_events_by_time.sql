-- Visits of a workspace, newest first. started_at changes for late messages only, so that updates of sessions
-- stay in their page (HOT); an index on last_activity_at would end that.
create index sessions_newest on sessions (workspace_id, is_test, started_at desc, id desc, visitor_id desc);

-- Events are found by the time in their ids. Of those whose id tells another time by more than five minutes (a
-- wrong clock, or a sender's own message id without a time) this index tells when they happened.
create index events_off_clock on events (workspace_id, occurred_at)
  where abs(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint
            - extract(epoch from occurred_at at time zone 'UTC') * 1000) > 300000;
