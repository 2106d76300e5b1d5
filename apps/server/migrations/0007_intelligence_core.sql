-- What is known of a visit, whatever the order in which its messages arrive: each fact has the key
-- of the message that it is from, and the earliest (or latest) message wins.

alter table sessions
  -- With first_event_id: the message that source, entry page, device and place are from: the earliest
  -- of those that name the session, else of all; before that, of those that tell a page.
  add column opening_at timestamptz,
  -- With exit_event_id: the message that exit_url is from; -infinity when no message told a page.
  add column exit_at timestamptz,
  -- Some message names it; false: the service made it for messages that name none.
  add column named boolean not null default true,
  -- Some message of the visitor names no session, so that a late one may move where sessions begin.
  add column visitor_assigned boolean not null default false,
  -- Why it is taken for a bot's visit: JSON text of name, operator, category and reasons; '' when not.
  add column bot text not null default '',
  add column campaign_id uuid,
  add column asn integer not null default 0,
  add column network_owner text not null default '',
  add column connection text not null default '',
  -- The network's owner, where that is a business.
  add column company_id uuid;
alter table sessions rename column last_event_id to exit_event_id;
update sessions set
  opening_at = started_at,
  exit_at = case when exit_url = '' then '-infinity' else last_activity_at end;
alter table sessions alter column opening_at set not null, alter column exit_at set not null;
update sessions s set campaign_id = c.id
  from campaigns c where c.workspace_id = s.workspace_id and c.is_test = s.is_test and s.campaign is not null
   and c.source = coalesce(s.campaign->>'source', '') and c.medium = coalesce(s.campaign->>'medium', '')
   and c.name = coalesce(s.campaign->>'name', '') and (c.source, c.medium, c.name) <> ('', '', '');
-- Of the few visitors whose messages name no session; the others' are never looked for by time.
create index sessions_assigned on sessions (workspace_id, visitor_id, started_at) where visitor_assigned;
create index sessions_campaign on sessions (workspace_id, is_test, campaign_id, started_at)
  where campaign_id is not null;

alter table visitors
  add column opening_at timestamptz,
  add column named boolean not null default true,
  add column bot text not null default '';
update visitors set opening_at = first_seen_at;
alter table visitors alter column opening_at set not null, drop column company_id;
-- Lists leave bots out; the few that there are have an index of their own.
drop index visitors_newest;
create index visitors_newest on visitors (workspace_id, is_test, first_seen_at desc, id desc) where bot = '';
create index visitors_bots on visitors (workspace_id, is_test, first_seen_at desc, id desc) where bot <> '';

-- The service found the session of the message, which names none; its context keeps what a session
-- that begins with it is told by.
alter table events add column assigned boolean not null default false;

-- A link keeps the names that its message gave, so that identities can be made anew from the links
-- alone: after a late message, or to undo a merge.
alter table identity_links
  add column email text not null default '',
  add column email_key text not null generated always as (lower(email)) stored,
  add column user_id text;
update identity_links l set
  email = coalesce(e.properties->>'email', ''), user_id = e.properties->>'user_id'
  from events e where e.workspace_id = l.workspace_id and e.id = l.event_id and e.type = 'identify';
-- Of other messages the names were not kept: those of the person that they named. The address too where
-- it was a user_id that named them, or a person whose address came with such a message would lose it.
update identity_links l set
  email = i.email,
  user_id = case when l.evidence = 'user_id' then i.user_id end
  from identities i where i.workspace_id = l.workspace_id and i.id = l.identity_id
   and l.email = '' and l.user_id is null;
drop index identity_links_identity;
create index identity_links_identity on identity_links (workspace_id, identity_id, linked_at);
create index identity_links_email on identity_links (workspace_id, is_test, email_key) where email_key <> '';
create index identity_links_user on identity_links (workspace_id, is_test, user_id) where user_id is not null;

alter table identities drop column company_id;

alter table conversions
  add column opens_lead boolean not null default true,
  add column is_bot boolean not null default false;
create index conversions_identity on conversions (workspace_id, identity_id, created_at) where identity_id is not null;
-- Lists leave bots out; the few that there are have an index of their own.
drop index conversions_newest;
create index conversions_newest on conversions (workspace_id, is_test, created_at desc, id desc) where not is_bot;
create index conversions_bots on conversions (workspace_id, is_test, created_at desc, id desc) where is_bot;
drop index conversions_visitor;
create index conversions_visitor on conversions (workspace_id, visitor_id, created_at);

-- What was changed through the API stays as it was set: properties, location, company_id.
alter table leads add column edited text[] not null default '{}';
-- Until now messages told neither place nor company of a lead, and its properties are those of the
-- conversion that opened it: what differs was set through the API.
update leads l set edited = array_remove(array[
    case when l.location <> '{}' then 'location' end,
    case when l.company_id is not null then 'company_id' end,
    case when l.summary is not null then 'summary' end,
    case when l.properties <> coalesce(
      (select c.properties from conversions c
       where c.workspace_id = l.workspace_id and c.visitor_id = l.visitor_id and c.lead_id = l.id
       order by c.created_at, c.id limit 1), '{}') then 'properties' end], null)
  where l.opened_by <> 'api';
