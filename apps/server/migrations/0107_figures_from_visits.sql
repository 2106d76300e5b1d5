-- Figures are made anew from visits in the order in which they began, in place of their events, of which there are several times as many.
alter table stats_state drop constraint stats_state_phase_check;
-- What was under way begins once more: it counts nothing twice.
update stats_state set phase = 'sessions' where phase = 'events';
alter table stats_state add constraint stats_state_phase_check
  check (phase in ('clearing', 'sessions', 'test_sessions', 'leads', 'conversions', 'kept'));
alter table stats_state
  drop column after_id,
  add column marked_until text[];       -- where marking goes on: the key of the last row, in its order
update stats_state set phase = 'sessions' where phase in ('leads', 'conversions');
