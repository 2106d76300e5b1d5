-- Links to figures, for people without an account. What a link tells never changes: another one is made instead.
create table shares (
  workspace_id uuid not null,
  id uuid not null,
  token_hash bytea not null,          -- SHA-256 of what stands in the link
  page text not null check (page in ('overview')),
  name text not null,
  query jsonb not null,
  reveals text[] not null,
  password_hash text,                 -- scrypt, with its parameters and salt; null: the link alone is enough
  created_by uuid,                    -- a member; null is the command line
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz,
  primary key (workspace_id, id)
);
call protect_workspace_table('shares');
create index shares_token on shares (token_hash);
revoke update on shares from footfall_app;
grant update (views, last_viewed_at) on shares to footfall_app;
