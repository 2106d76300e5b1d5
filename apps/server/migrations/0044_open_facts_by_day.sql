-- Open facts are added to each answer: those of the days that are asked for.
drop index session_facts_open;
create index session_facts_open on session_facts (workspace_id, is_test, day) where not settled;
