-- Touches are in touchpoints. This table was for processes of versions that did not know those.
drop table if exists touches;
drop function if exists follow_older_touches();
drop function if exists follow_older_removals();
