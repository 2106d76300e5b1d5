-- What was read in a visit is told from its fact: scheme and host of its pages are a number there, where all have the same.
alter table session_facts add column origin integer not null default 0;
alter table open_facts add column origin integer not null default 0;

-- Whose a visitor is now is read from the index alone.
drop index identity_links_visitor;
create index identity_links_visitor on identity_links (workspace_id, visitor_id, linked_at, event_id)
  include (is_test, identity_id);

-- All visits are looked at again, in the background; until then companies are told from visits and events.
update stats_state set phase = 'events', after_id = null where phase = 'kept';
