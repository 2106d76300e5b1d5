-- What each write key has made the service store on a day (UTC), for the quotas of keys and workspaces: what
-- was proved by a signature counts apart. Every process adds what it stored once a second.
create table daily_usage (
  workspace_id uuid not null,
  day date not null,
  key_id uuid not null,
  is_signed boolean not null,
  rows bigint not null,
  bytes bigint not null,
  people bigint not null,
  leads bigint not null,
  primary key (workspace_id, day, key_id, is_signed)
);
call protect_workspace_table('daily_usage');
