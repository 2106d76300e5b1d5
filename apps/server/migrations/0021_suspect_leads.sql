-- From which network a message came that named somebody or converted, where nothing proves it: a hash that
-- means nothing from the next day on, when the secret that it is made with is gone.
alter table identity_links add column network uuid;
alter table conversions add column network uuid;
alter table leads
  add column network uuid,                             -- of the message that opened it
  add column suspect boolean not null default false;   -- one of many of its network
create index leads_network on leads (workspace_id, network, created_at) where network is not null;

-- Lists leave suspect leads out.
create index leads_trusted_newest on leads (workspace_id, is_test, created_at desc, id desc) where not suspect;
-- Lists by source and their exact totals from the index alone; without it a total reads every lead
-- of the workspace.
create index leads_trusted_source on leads (workspace_id, is_test, source, created_at desc, id desc) where not suspect;
create index leads_suspect on leads (workspace_id, is_test, created_at desc, id desc) where suspect;
drop index leads_newest;
drop index leads_source;

-- The secret of a day (UTC), of which networks are hashed; deleted when the day is over.
create table network_secrets (
  workspace_id uuid not null,
  day date not null,
  secret bytea not null,
  primary key (workspace_id, day)
);
call protect_workspace_table('network_secrets');

-- The newest of a workspace are kept.
create index suggestions_newest on suggestions (workspace_id, is_test, created_at desc, id desc);
