-- A withdrawal holds for later messages of the visitor that say nothing of consent.
alter table consents add column analytics boolean; -- Whether analytics is allowed; null where the row binds nothing.
alter table consents add column notice_version text not null default ''; -- of the privacy notice, as last reported

-- Only of visitors whose ID is random: who knows another ID may not decide for its visitor.
update consents set analytics = (
    select bool_and(p.value::boolean) from jsonb_each_text(purposes) p
    where lower(p.key) in ('analytics', 'analytics_storage', 'statistics', 'measurement'))
where substr(visitor_id::text, 15, 1) in ('4', '7');

-- Most workspaces, and most visitors, have none; each group of messages asks for those of its visitors.
create index consents_refused on consents (workspace_id, visitor_id, is_test) where not analytics;
