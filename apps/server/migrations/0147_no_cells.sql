-- Every workspace is in this database. What former versions kept of other databases with workspaces, the cells, goes.

do $$
begin
  if to_regclass('public.workspace_places') is null then
    return;
  end if;
  -- Not by exists: Citus takes no such expression of a table that is distributed.
  perform from workspace_places where cell <> '' or moving_to is not null or left_behind is not null;
  if found then
    raise exception 'Workspaces live in cells, which this version does not have. Start the version before, run ./footfall cells move WORKSPACE home for each of ./footfall cells list, and start this version then.';
  end if;
end $$;

-- Functions of triggers looked whether rows come or go with a move.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and prosrc like E'%begin\n  if current_setting(''app.moving'', true) = ''on'' then\n    return null;\n  end if;\n%'
  loop
    execute replace(definition, E'begin\n  if current_setting(''app.moving'', true) = ''on'' then\n    return null;\n  end if;\n', E'begin\n');
  end loop;
end $$;

create or replace function keep_audit_log() returns trigger language plpgsql as $$
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

drop function if exists note_moving_row();
drop table if exists workspace_move_notes;
drop table if exists workspace_fences;
drop table if exists workspace_places;
