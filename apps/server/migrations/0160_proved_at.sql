-- What an open browser must not be enough for needs a proof of the last minutes.
alter table user_sessions
  add column proved_at timestamptz not null default now(); -- when whoever has the session last proved who they are
update user_sessions set proved_at = created_at;
