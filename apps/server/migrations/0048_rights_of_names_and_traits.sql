-- By what right a person has the name and each of the traits: as messages told them (docs/guides/trust.md).
alter table identities
  add column name_right text check (name_right in ('public', 'device', 'signed', 'api')),
  add column trait_rights jsonb not null default '{}';

-- Whoever was named by devices alone, or by signatures alone, has everything from them.
update identities i set
  name_right = case when i.name <> '' then i.told_by end,
  trait_rights = (select coalesce(jsonb_object_agg(trait, i.told_by), '{}') from jsonb_object_keys(i.traits) trait)
where i.told_by in ('device', 'signed') and (i.name <> '' or i.traits <> '{}');
-- Of others the whole history tells: they are made anew.
insert into jobs (workspace_id, kind, subject, is_test, id, run_at)
select distinct on (workspace_id, visitor_id, is_test) workspace_id, 'people', visitor_id, is_test, gen_random_uuid(), now()
from identities
where told_by = 'several' and (name <> '' or traits <> '{}');
