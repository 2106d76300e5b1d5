-- When the record of a conversion changed last: made, given to somebody, moved to another visit, credited, or judged a bot's. Of those that are
-- there already, now: when they changed nobody knows.
alter table conversions add column updated_at timestamptz not null default now();
-- What changed since is asked for by whoever copies conversions elsewhere.
create index conversions_changed on conversions (workspace_id, is_test, updated_at desc, id desc) where not is_bot;

-- How many messages of a visit are activity, so that a total of it needs no events: all but those that only tell that it goes on. Of
-- counted_messages; where these are not all (visits from before, or of an older process), events are counted.
alter table sessions add column activity_count integer not null default 0;
alter table sessions add column counted_messages integer not null default 0;
