-- When a list's name, description, colour or filter changed last; equal to created_at until then.
alter table visitor_lists add column updated_at timestamptz not null default now();
update visitor_lists set updated_at = created_at;
