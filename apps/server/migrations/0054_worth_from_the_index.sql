-- What conversions of a time are worth is read from the index alone.
drop index conversions_newest;
create index conversions_newest on conversions (workspace_id, is_test, created_at desc, id desc)
  include (session_id, visitor_id, value, currency) where not is_bot;
