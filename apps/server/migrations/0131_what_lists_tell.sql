-- When the record of a conversion changed last: made, given to somebody, moved to another visit, credited, or judged a bot's. Of those that are
-- there already, now: when they changed nobody knows.
alter table conversions add column updated_at timestamptz not null default now();
-- What changed since is asked for by whoever copies conversions elsewhere.
create index conversions_changed on conversions (workspace_id, is_test, updated_at desc, id desc) where not is_bot;
