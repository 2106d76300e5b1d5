-- Of a trait that somebody set and that is proved too the later counts (docs/guides/trust.md): when each was said, by trait, in milliseconds since 1970.
alter table identities
  add column trait_times jsonb not null default '{}',     -- of what is proved alone
  add column edited_times jsonb not null default '{}',
  add column inherited_times jsonb not null default '{}';
alter table past_edits add column times jsonb not null default '{}';

-- When it was set before is not known: it goes on to hold over all that was told until now. Nothing that is counted or searched
-- by changes, so the triggers have nothing to follow.
set local app.moving = 'on';
update identities i set
  edited_times = (select coalesce(jsonb_object_agg(trait, floor(extract(epoch from now()) * 1000)), '{}')
                  from jsonb_object_keys(i.edited_traits) trait),
  inherited_times = (select coalesce(jsonb_object_agg(trait, floor(extract(epoch from now()) * 1000)), '{}')
                     from jsonb_object_keys(i.inherited_traits) trait)
where i.edited_traits <> '{}' or i.inherited_traits <> '{}';
update past_edits p set
  times = (select coalesce(jsonb_object_agg(trait, floor(extract(epoch from now()) * 1000)), '{}')
           from jsonb_object_keys(p.traits) trait)
where p.traits <> '{}';
