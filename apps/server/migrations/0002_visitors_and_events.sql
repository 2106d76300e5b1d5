-- What visitors did. `is_test` tells the data of development keys; an id that both environments
-- send names two different visitors.

-- What a visitor's sessions do not tell: when and how the visitor came first. Counts and the last
-- visit are read from the sessions, so that an event writes one row less.
create table visitors (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  first_seen_at timestamptz not null,
  first_event_id uuid not null,       -- with first_seen_at: which message the others are from
  source text not null,               -- website, referral or campaign
  entry_url text not null,
  referrer text not null,
  campaign jsonb,
  click_ids jsonb,
  company_id uuid,
  primary key (workspace_id, id, is_test)
);
create index visitors_newest on visitors (workspace_id, is_test, first_seen_at desc, id desc);
call protect_workspace_table('visitors');

-- visitor_id is part of the key: a session id that two visitors send is two sessions.
-- What a message says about the device and the place is taken from the first message.
create table sessions (
  workspace_id uuid not null,
  visitor_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  started_at timestamptz not null,
  last_activity_at timestamptz not null,
  ended_at timestamptz,
  first_event_id uuid not null,
  last_event_id uuid not null,        -- with last_activity_at: which message exit_url is from
  event_count integer not null,
  page_view_count integer not null,
  engaged_ms integer not null,
  source text not null,
  entry_url text not null,
  exit_url text not null,
  referrer text not null,
  campaign jsonb,
  click_ids jsonb,
  ip text not null,
  city text not null,
  country text not null,
  user_agent text not null,
  locale text not null,
  timezone text not null,
  screen text not null,               -- WIDTHxHEIGHT
  library text not null,
  primary key (workspace_id, visitor_id, id, is_test)
) with (fillfactor = 85);
call protect_workspace_table('sessions');

-- The id is made from the environment, the time and the message_id, so the primary key is the
-- deduplication and keeps rows in time order. What stays the same within a session is kept there.
create table events (
  workspace_id uuid not null,
  id uuid not null,
  visitor_id uuid not null,
  session_id uuid not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  is_test boolean not null,
  type text not null check (type in ('event', 'session', 'identify', 'conversion')),
  name text not null,
  url text,
  title text,
  referrer text,
  properties jsonb,
  context jsonb,                      -- campaign tags, click ids and consent, when there are any
  primary key (workspace_id, id)
);
-- Several events share a session, and B-tree deduplication stores the pair once: about 15 bytes an event.
create index events_session on events (workspace_id, session_id);
call protect_workspace_table('events');

-- Messages that were refused, as they came, with the reason.
create table failed_events (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  received_at timestamptz not null,
  reason text not null,
  body bytea not null,
  primary key (workspace_id, id)
);
call protect_workspace_table('failed_events');
