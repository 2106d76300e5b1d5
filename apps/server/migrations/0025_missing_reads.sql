-- With which key a refused message came; null where an older version stored it.
alter table failed_events add column key_id uuid;
create index failed_events_newest on failed_events (workspace_id, is_test, received_at desc, id desc);

-- What somebody set of a person's traits, as a merge patch over what messages tell: null takes a trait away. Apart
-- from those, so that a history that is made anew leaves it.
alter table identities add column edited_traits jsonb not null default '{}';

-- The channel of the visit that the visitor came by first, for lists; null until it is worked out, which
-- housekeeping does for visitors of before.
alter table visitors add column channel text;
create index visitors_channel on visitors (workspace_id, is_test, channel, first_seen_at desc, id desc) where bot = '';
create index visitors_without_channel on visitors (workspace_id, id) where channel is null;

create index leads_company on leads (workspace_id, company_id, created_at desc, id desc) where company_id is not null;
create index sessions_country on sessions (workspace_id, is_test, country, visitor_id) where country <> '';
