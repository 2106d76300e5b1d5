-- Visits whose sums are not kept yet, as they are counted: a visit leaves when they are, and its row among all facts is
-- not written again, nor its places in their indexes.
create table open_facts (like session_facts);
insert into open_facts select * from session_facts where not settled;
alter table open_facts
  drop column settled,
  add primary key (workspace_id, session_id, visitor_id, is_test, quarter);
alter table open_facts
  set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 2000);
-- They are added to each answer: those of the days that are asked for.
create index open_facts_days on open_facts (workspace_id, is_test, day);
call protect_workspace_table('open_facts');

drop index session_facts_open;
drop index session_facts_days;
alter table session_facts drop column settled;
create index session_facts_days on session_facts (workspace_id, is_test, day, share)
  include (visitor_id, quarter, sessions, page_views, bounces, engaged_ms, leads, conversions, channel, source,
           campaign, country, device, browser, landing_page, exit_page, city, company);
