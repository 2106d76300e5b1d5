-- Administrators make workspaces, and ask the members of theirs for a second factor.
grant insert (workspace_id, name, features) on workspaces to footfall_app;
grant update (second_factor_required) on workspaces to footfall_app;
