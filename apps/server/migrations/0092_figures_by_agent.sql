-- Visits are counted by the agent that acted for a person, too.
alter table session_facts add column agent integer not null default 0;
alter table open_facts add column agent integer not null default 0;
drop index session_facts_days;
drop index session_facts_converted;
create index session_facts_days on session_facts (workspace_id, is_test, day, share)
  include (visitor_id, quarter, sessions, page_views, bounces, engaged_ms, leads, conversions, channel, source,
           campaign, country, device, browser, landing_page, exit_page, city, company, channel_group, agent);
create index session_facts_converted on session_facts (workspace_id, is_test, day)
  include (session_id, visitor_id, quarter, channel, source, campaign, country, device, browser, landing_page,
           exit_page, city, company, channel_group, agent)
  where conversions > 0;

-- All visits are looked at again, in the background; what is counted otherwise stays right meanwhile.
update stats_state set phase = 'events', after_id = null where phase = 'kept';
