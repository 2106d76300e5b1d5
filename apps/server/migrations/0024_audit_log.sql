-- What was changed in a workspace, by whom and from where: by secret keys, members and the command line. Names
-- of fields, and values of settings and keys alone, so that nothing in it is about a visitor.
create table audit_log (
  workspace_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('key', 'member', 'command')),
  actor_id uuid,                      -- null for the command line
  action text not null,               -- an operation of the contract, or a command
  resource_type text not null,
  resource_id uuid,
  fields text[] not null,
  changes jsonb not null,             -- by field, before and after
  ip text not null,                   -- as the workspace stores addresses
  user_agent text not null,
  primary key (workspace_id, id)
);
create index audit_log_newest on audit_log (workspace_id, created_at desc, id desc);
create index audit_log_resource on audit_log (workspace_id, resource_id, created_at desc, id desc)
  where resource_id is not null;
call protect_workspace_table('audit_log');

-- Entries are added and read. Not even the owner changes one by mistake, or removes one before its time:
-- housekeeping may after 400 days.
revoke update, delete on audit_log from footfall_app;

create function keep_audit_log() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '400 days' then
      return old;
    end if;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_rows before update or delete on audit_log
  for each row execute function keep_audit_log();
create trigger audit_log_truncate before truncate on audit_log
  for each statement execute function keep_audit_log();
