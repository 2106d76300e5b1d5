-- Keys that were shown over MCP what visitors wrote, and when last: what they write is previewed for a while after.
create table wary_keys (
  workspace_id uuid not null,
  key_id uuid not null,
  shown_at timestamptz not null,
  primary key (workspace_id, key_id)
) with (fillfactor=50);
call protect_workspace_table('wary_keys');

-- What was previewed and may be done: once, by the same key, with the same tool and arguments.
create table previewed_writes (
  workspace_id uuid not null,
  token_hash bytea not null,
  key_id uuid not null,
  tool text not null,
  arguments_hash text not null,
  entity_tag text,                    -- the record as it was; null where there was none, or many
  expires_at timestamptz not null,
  primary key (workspace_id, token_hash)
);
call protect_workspace_table('previewed_writes');
create index previewed_writes_of_key on previewed_writes (workspace_id, key_id, expires_at);
