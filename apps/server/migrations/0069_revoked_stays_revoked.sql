-- A key or a signing secret that was revoked stays so: a column cannot be granted in one direction only.
create function keep_revoked() returns trigger
  language plpgsql as $$
begin
  raise exception 'what was revoked stays revoked' using errcode = 'insufficient_privilege';
end $$;

create trigger api_keys_revoked before update of revoked_at on api_keys
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function keep_revoked();
create trigger signing_secrets_revoked before update of revoked_at on signing_secrets
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function keep_revoked();
