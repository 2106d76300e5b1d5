-- Whether a workspace may be changed is not for those to say who change it: they look at the fence and add notes
-- (the trigger note_moving_row), no more.
revoke insert, update, delete on workspace_fences from footfall_app;
revoke select, update, delete on workspace_move_notes from footfall_app;
