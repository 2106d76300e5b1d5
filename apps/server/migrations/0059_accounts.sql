-- Accounts of the people who use the dashboard. Like users they belong to no workspace; but for sessions they are the
-- owner's alone.
alter table users
  add column email_verified boolean not null default false,
  add column two_factor_enabled boolean not null default false,
  add column updated_at timestamptz not null default now();

-- People type their addresses in any case; they are kept in one.
update users set email = lower(email) where email <> lower(email);

-- By what a session was begun: `totp` stands for a password and a code, `link` for a one-time link.
create table user_sessions (
  id uuid primary key,
  user_id uuid not null,
  token text not null,                -- in the cookie it is signed
  proved_by text not null check (proved_by in ('password', 'totp', 'passkey', 'oidc', 'link')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip_address text not null default '',
  user_agent text not null default ''
);
create unique index user_sessions_token on user_sessions (token);
create index user_sessions_user on user_sessions (user_id);

-- By what somebody may sign in: a password, or the account at the operator's OpenID provider.
create table user_accounts (
  id uuid primary key,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,                      -- scrypt; null at a provider
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index user_accounts_account on user_accounts (provider_id, account_id);
create index user_accounts_user on user_accounts (user_id);

-- What somebody was given and brings back: tokens of links, hashed; challenges.
create table user_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index user_verifications_identifier on user_verifications (identifier);
create index user_verifications_expired on user_verifications (expires_at);

create table user_two_factors (
  id uuid primary key,
  user_id uuid not null,
  secret text not null,               -- encrypted, as are the codes
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create unique index user_two_factors_user on user_two_factors (user_id);

-- Codes of the last minutes, each of which is good once.
create table used_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

create table user_passkeys (
  id uuid primary key,
  user_id uuid not null,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);
create unique index user_passkeys_credential on user_passkeys (credential_id);
create index user_passkeys_user on user_passkeys (user_id);

-- With what cookies are signed and codes are encrypted, and the link to the first account.
create table account_secrets (
  only_row boolean not null check (only_row),
  secret text not null default gen_random_uuid()::text || gen_random_uuid()::text,
  welcome_hash bytea,
  welcome_expires_at timestamptz,
  primary key (only_row)
);
insert into account_secrets (only_row) values (true);

-- Whether a session goes on is asked with the work that is done for it, so that the application sees those of the
-- workspace's members. A token is no good without the secret above.
alter table user_sessions enable row level security;
alter table user_sessions force row level security;
create policy workspace on user_sessions for select to footfall_app
  using (exists (select from workspace_members m
                 where m.workspace_id = current_workspace() and m.user_id = user_sessions.user_id));
do $$ begin
  execute format('create policy system on user_sessions to %I using (true) with check (true)', current_user);
end $$;
grant select on user_sessions to footfall_app;

alter table workspaces add column second_factor_required boolean not null default false;

-- An invitation is accepted with one of two tokens: the one that was mailed proves whose the address is, the one that was
-- shown to whoever invites does not.
create table invitations (
  workspace_id uuid not null,
  id uuid not null,
  email text not null,
  workspace_role text not null check (workspace_role in ('admin', 'member', 'viewer')),
  by_operator boolean not null,       -- who is trusted to know whose the address is
  invited_by uuid,                    -- null for the operator
  shown_hash bytea not null,
  mailed_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index invitations_email on invitations (workspace_id, lower(email));
-- Not unique, as those of keys.
create index invitations_shown on invitations (shown_hash);
create index invitations_mailed on invitations (mailed_hash) where mailed_hash is not null;
call protect_workspace_table('invitations');
