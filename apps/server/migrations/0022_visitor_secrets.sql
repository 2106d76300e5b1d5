-- A visitor whom a backend knows by name only has an id that is made from the name with this secret of the
-- workspace, so that nobody else can make the id of a name that they know. Never shown. Made here, also for a
-- workspace that an older process adds meanwhile: two random UUIDs, 244 bits from the system's source.
alter table workspaces
  add column visitor_secret text not null default gen_random_uuid()::text || gen_random_uuid()::text;
