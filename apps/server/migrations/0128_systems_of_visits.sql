-- A filter may ask for the operating system of visits, too. No sums are kept by it.
alter table session_facts add column os integer not null default 0;
alter table open_facts add column os integer not null default 0;

-- All visits are looked at again, in the background; what is counted otherwise stays right meanwhile.
update stats_state set phase = 'sessions', marked_until = null where phase = 'kept';
