-- Whose account a workspace sees is asked by a function: Citus takes no policy with a query of its own. Not in SQL, which
-- would be planned anew for each statement, and looked up where the statement looks for its tables.
create function is_member_here(who uuid)
  returns boolean
  language plpgsql
  stable parallel safe as $$
begin
  return exists (select from workspace_members m where m.workspace_id = current_workspace() and m.user_id = who);
end $$;
alter policy workspace on users using (is_member_here(id));
alter policy workspace on user_sessions using (is_member_here(user_id));
alter policy workspace on user_passkeys using (is_member_here(user_id));
