-- The security log of the installation: who signed in or failed to, and who changed passwords, factors, members, keys and
-- workspaces. A workspace that is deleted leaves its rows here; until then they move and are protected as its other rows.
create table security_events (
  workspace_id uuid not null,         -- all zeros: of the installation
  id uuid not null,                   -- made from what is summed up, where attempts are counted
  created_at timestamptz(3) not null default now(),
  event text not null,                -- sign_in.failed, key.created
  outcome text not null,
  actor_type text not null,           -- nobody: who asks is not known
  actor_id uuid,
  account text not null,              -- the email address of the account; '' where it is none
  address text not null,              -- as the workspace stores addresses
  device text not null,               -- browser and system
  workspace text not null,            -- its name at that time
  subject text not null,              -- a record, a factor, or how the sign-in was proved
  attempts integer,                   -- of the same minute; null: the event happens once
  primary key (workspace_id, id),
  constraint security_events_outcome check (outcome in ('success', 'failure', 'refused')),
  constraint security_events_actor_type check (actor_type in ('member', 'key', 'share', 'command', 'nobody'))
);
create index security_events_time on security_events (created_at, id);
create index security_events_actor on security_events (workspace_id, actor_id, created_at desc) where actor_id is not null;
call protect_workspace_table('security_events');

-- Requests add rows; they neither read nor change any.
revoke select, update, delete on security_events from footfall_app;
