-- How long a workspace keeps what: events that are old go, and what they told of people, visits and figures stays.

-- What happened before is frozen: messages of then are not taken any more, and nothing is made anew from them. It only
-- moves on. Nothing is removed before every process knows it.
alter table workspaces
  add column events_kept_since timestamptz, -- null: all events are there
  add column events_kept_told_at timestamptz;

-- The page views of visits of which events were removed: by them scores and figures are made anew. A row for each part
-- that was removed together; a visit that has any is never cut anew.
create table kept_visits (
  workspace_id uuid not null,
  session_id uuid not null,
  visitor_id uuid not null,
  is_test boolean not null,
  part uuid not null,               -- the first of its events
  viewed_at timestamptz[] not null,
  urls text[] not null,             -- of the same places: without query and fragment; '' where no page was told
  primary key (workspace_id, session_id, visitor_id, is_test, part)
);
call protect_workspace_table('kept_visits');

-- What the removed message of a naming said; the session is null while the event is there.
alter table identity_links
  add column kept_session_id uuid,
  add column kept_name text,
  add column kept_traits jsonb;

-- The last removal of each kind, and how far it is.
create table retention_runs (
  workspace_id uuid not null,
  kind text not null check (kind in ('events', 'refused_messages', 'consents', 'audit_log')),
  removes_before timestamptz not null,
  began_at timestamptz not null default now(),
  after_id uuid,                    -- the last event that was looked at
  removed bigint not null default 0,
  ended_at timestamptz,             -- null while it is under way
  primary key (workspace_id, kind)
);
call protect_workspace_table('retention_runs');

-- Fails where somebody asks for what was done before events were removed: that none are there does not mean that it was
-- not done.
create function require_kept_events(of_workspace uuid, since timestamptz) returns boolean
  language plpgsql
  stable as $function$
declare
  kept_since timestamptz;
begin
  select w.events_kept_since into kept_since from workspaces w where w.workspace_id = of_workspace;
  if kept_since > coalesce(since, '-infinity') then
    raise exception 'events before % are removed', to_char(kept_since at time zone 'UTC', 'YYYY-MM-DD')
      using errcode = 'FK001';
  end if;
  return true;
end $function$;

alter table list_upkeep drop constraint list_upkeep_error_check;
alter table list_upkeep add constraint list_upkeep_error_check
  check (error in ('takes_too_long', 'too_many_members', 'events_removed', 'failed'));
