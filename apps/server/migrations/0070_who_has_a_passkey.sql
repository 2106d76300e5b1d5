-- Administrators see which members have a second factor, so that the application sees the passkeys of the workspace's members.
-- What a passkey proves is proved by the key on its device; what is here is its public half.
alter table user_passkeys enable row level security;
alter table user_passkeys force row level security;
create policy workspace on user_passkeys for select to footfall_app
  using (exists (select from workspace_members m
                 where m.workspace_id = current_workspace() and m.user_id = user_passkeys.user_id));
do $$ begin
  execute format('create policy system on user_passkeys to %I using (true) with check (true)', current_user);
end $$;
grant select on user_passkeys to footfall_app;
