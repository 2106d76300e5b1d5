-- Which visits ingest touched is told by the changes that it records; the figures follow them. A snapshot says up to
-- where: what it does not see has been written since. What is there now was marked by ingest itself.
alter table stats_state add column collected pg_snapshot not null default '1:1:';
update stats_state set collected = pg_current_snapshot();
