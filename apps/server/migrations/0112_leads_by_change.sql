-- What changed since is asked for by whoever copies leads elsewhere; without it each question reads every lead of the
-- workspace. Leads change seldom.
create index leads_trusted_changed on leads (workspace_id, is_test, updated_at desc, id desc) where not suspect;
