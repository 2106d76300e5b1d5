-- Visits of many days: facts are written in the order of their days, so that a range of days is a range of the table. A list of the
-- visits of a month by the index of days is larger than a quarter of what it finds.
create index session_facts_by_day on session_facts using brin (day) with (pages_per_range = 32, autosummarize = on);
