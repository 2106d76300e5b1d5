-- Who made and who revoked a key or a signing secret: a member; null is the command line, which made all there are.
alter table api_keys
  add column created_by uuid,
  add column revoked_by uuid,
  add column replaces uuid;           -- the key in whose place it was made
alter table signing_secrets
  add column created_by uuid,
  add column revoked_by uuid;

-- Requests make keys and revoke them. What a key is and may never changes, also not by a fault of theirs, and
-- when it was used is noted by the owner.
revoke insert, update, delete on api_keys, signing_secrets from footfall_app;
grant insert (workspace_id, id, kind, name, key_hash, key_text, hint, scopes, origins, server_only, pii,
              rate_limit_per_minute, created_by, replaces) on api_keys to footfall_app;
grant update (revoked_at, revoked_by) on api_keys to footfall_app;
grant insert (workspace_id, id, name, secret, created_by) on signing_secrets to footfall_app;
grant update (revoked_at, revoked_by) on signing_secrets to footfall_app;

-- A workspace that somebody deleted: it has no keys and no members any more, and goes, slice by slice.
alter table workspaces add column deleted_at timestamptz;
create index workspaces_deleted on workspaces (deleted_at) where deleted_at is not null;
revoke insert, update, delete on workspaces from footfall_app;
grant update (name, features, settings, second_factor_required, deleted_at) on workspaces to footfall_app;

-- With it goes its audit log; of any other workspace entries stay for 400 days, as before.
create or replace function keep_audit_log() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '400 days' then
      return old;
    end if;
    if exists (select from workspaces w where w.workspace_id = old.workspace_id and w.deleted_at is not null) then
      return old;
    end if;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
