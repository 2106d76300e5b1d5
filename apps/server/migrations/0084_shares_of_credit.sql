-- Models that share a conversion among visits: each touch has the part of it from one millionth to another.
alter table touches
  add column credit_from integer not null default 0,
  add column credit_until integer not null default 1000000,
  drop constraint touches_model_check,
  add constraint touches_model_check check
    (model in ('last_non_direct', 'last_touch', 'first_touch', 'linear', 'position', 'time_decay')) not valid,
  add constraint touches_credit_check check (credit_from >= 0 and credit_from < credit_until and credit_until <= 1000000) not valid;

-- What was credited by older versions gets the further models in the background, when the last of them has ended.
insert into jobs (workspace_id, kind, subject, is_test, id, run_at)
select workspace_id, 'attribution', visitor_id, is_test, gen_random_uuid(), now() + interval '1 minute'
from (select workspace_id, visitor_id, is_test from conversions
      union select workspace_id, visitor_id, is_test from leads) v;
