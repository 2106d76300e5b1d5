-- What is counted of a range without sums is read from this index alone: rows of facts are three times as wide, and a
-- sample of the visitors lies on nearly every page of the table.
drop index session_facts_days;
drop index session_facts_shares;
create index session_facts_days on session_facts (workspace_id, is_test, day, share)
  include (visitor_id, quarter, sessions, page_views, bounces, engaged_ms, leads, conversions, channel, source,
           campaign, country, device, browser, landing_page, exit_page, city, company, settled);
-- What conversions are worth, by the dimensions of their visits.
create index session_facts_converted on session_facts (workspace_id, is_test, day)
  include (session_id, visitor_id, quarter, channel, source, campaign, country, device, browser, landing_page,
           exit_page, city, company)
  where conversions > 0;
-- An index tells what is visible only where pages were vacuumed.
alter table session_facts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
