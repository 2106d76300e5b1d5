-- Lists by source and their exact totals from the index alone; without it a total reads every lead
-- of the workspace.
create index leads_source on leads (workspace_id, is_test, source, created_at desc, id desc);
