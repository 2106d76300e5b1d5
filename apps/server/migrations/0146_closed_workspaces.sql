-- A workspace that is deleted can be restored for some days: until then it is closed, and its data stays.
alter table workspaces
  add column closed_at timestamptz,
  add column removed_after timestamptz,
  add column closed_with jsonb;
comment on column workspaces.closed_at is 'nobody has access from then on';
comment on column workspaces.removed_after is 'its data is removed after that; null: it is not closed, or is being removed';
comment on column workspaces.closed_with is 'the features and members that it had, to be restored';
create index workspaces_closed on workspaces (removed_after) where removed_after is not null;
grant update (closed_at, removed_after, closed_with) on workspaces to footfall_app;

create or replace function keep_revoked() returns trigger
language plpgsql as $$
begin
  -- The owner of the tables restores what ended together with its workspace, and nothing else.
  if new.revoked_at is null and current_user = (
    select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid
  ) and exists (
    select from workspaces w
    where w.workspace_id = old.workspace_id and w.closed_at = old.revoked_at and w.deleted_at is null
  ) then
    return new;
  end if;
  raise exception 'what was revoked stays revoked' using errcode = 'insufficient_privilege';
end $$;
