-- A signature that a page was handed is of one name, and what stands beside that is not proved by it. Null: all the
-- names, or none, by the right; so what is stored means what it meant.
alter table identity_links
  add column proved_name text check (proved_name in ('email', 'user_id'));
