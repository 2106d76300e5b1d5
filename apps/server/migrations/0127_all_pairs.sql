-- Sums are kept of all pairs of what visits are counted by. Those of before had some of them: all are made anew in the background,
-- from the facts, which answer such questions until then.
truncate stats_pairs;
delete from stats_days where dimensions % 16 <> 0;
update stats_state set pairs_until = -3, weeks_until = -3;
