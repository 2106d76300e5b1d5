-- Models that share a conversion among visits. A row is a visit that led to a conversion or lead, with the part of it that
-- each model gives to the visit: from one millionth to another, or nothing. Made from sessions, identity links, conversions
-- and leads, and can be made anew at any time.
create table touchpoints (
  workspace_id uuid not null,
  subject_id uuid not null,
  visitor_id uuid not null,           -- with session_id: the visit; of another visitor of the same person too
  session_id uuid not null,
  campaign_id uuid,
  occurred_at timestamptz not null,   -- when the conversion happened or the lead opened
  touched_at timestamptz not null,    -- when the visit began
  last_non_direct_from integer, last_non_direct_until integer,
  last_touch_from integer, last_touch_until integer,
  first_touch_from integer, first_touch_until integer,
  linear_from integer, linear_until integer,
  position_from integer, position_until integer,
  time_decay_from integer, time_decay_until integer,
  place smallint not null,            -- in the order in which the visits began, from 1
  is_test boolean not null,
  subject_type text not null check (subject_type in ('conversion', 'lead')),
  source text not null,               -- website, referral or campaign
  primary key (workspace_id, subject_id, subject_type, place),
  check (num_nulls(last_non_direct_from, last_non_direct_until) <> 1 and last_non_direct_from >= 0 and last_non_direct_from < last_non_direct_until and last_non_direct_until <= 1000000),
  check (num_nulls(last_touch_from, last_touch_until) <> 1 and last_touch_from >= 0 and last_touch_from < last_touch_until and last_touch_until <= 1000000),
  check (num_nulls(first_touch_from, first_touch_until) <> 1 and first_touch_from >= 0 and first_touch_from < first_touch_until and first_touch_until <= 1000000),
  check (num_nulls(linear_from, linear_until) <> 1 and linear_from >= 0 and linear_from < linear_until and linear_until <= 1000000),
  check (num_nulls(position_from, position_until) <> 1 and position_from >= 0 and position_from < position_until and position_until <= 1000000),
  check (num_nulls(time_decay_from, time_decay_until) <> 1 and time_decay_from >= 0 and time_decay_from < time_decay_until and time_decay_until <= 1000000)
);
create index touchpoints_campaign on touchpoints (workspace_id, campaign_id, subject_type, occurred_at)
  where campaign_id is not null;
call protect_workspace_table('touchpoints');

-- What older versions credited to one visit has all it will have; of the others, what their first and last touch tell.
insert into touchpoints (
  workspace_id, subject_id, visitor_id, session_id, campaign_id, occurred_at, touched_at,
  last_non_direct_from, last_non_direct_until, last_touch_from, last_touch_until, first_touch_from, first_touch_until,
  linear_from, linear_until, position_from, position_until, time_decay_from, time_decay_until,
  place, is_test, subject_type, source)
select workspace_id, subject_id, visitor_id, session_id, campaign_id, occurred_at, touched_at,
       0 * brought, brought, 0 * last, last, 0 * first, first, 0 * alone, alone, 0 * alone, alone, 0 * alone, alone,
       row_number() over (partition by workspace_id, subject_id, subject_type order by touched_at, session_id, visitor_id),
       is_test, subject_type, source
from (
  select workspace_id, subject_id, subject_type, visitor_id, session_id, campaign_id, occurred_at, touched_at, is_test, source,
         max(1000000) filter (where model = 'first_touch') as first,
         max(1000000) filter (where model = 'last_touch') as last
  from touches group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
) t
cross join lateral (select first + last - 1000000 as alone) o
cross join lateral (select case when source <> 'website' then last else alone end as brought) b;

-- These get the visits between and the further models in the background, when the last older process has ended.
insert into jobs (workspace_id, kind, subject, is_test, id, run_at)
select workspace_id, 'attribution', visitor_id, is_test, gen_random_uuid(), now() + interval '1 minute'
from (
  select distinct s.workspace_id, s.visitor_id, s.is_test
  from (select workspace_id, id, visitor_id, is_test from conversions
        union all select workspace_id, id, visitor_id, is_test from leads) s
  join touchpoints p on p.workspace_id = s.workspace_id and p.subject_id = s.id and p.linear_until is null
) v;

-- The table of the two models that older versions know is left to their processes, and goes in a later release. What they
-- still write there is made anew here when they have ended; what they take away is taken away here.
create function follow_older_touches() returns trigger
  language plpgsql as $$
begin
  insert into jobs (workspace_id, kind, subject, is_test, id, run_at)
  select workspace_id, 'attribution', visitor_id, is_test, gen_random_uuid(), now() + interval '10 minutes'
  from (select distinct workspace_id, visitor_id, is_test from changed) v;
  return null;
end $$;
create trigger touches_followed_insert after insert on touches
  referencing new table as changed for each statement execute function follow_older_touches();
create trigger touches_followed_update after update on touches
  referencing new table as changed for each statement execute function follow_older_touches();

create function follow_older_removals() returns trigger
  language plpgsql as $$
begin
  delete from touchpoints p using changed c
  where p.workspace_id = c.workspace_id and p.subject_id = c.subject_id and p.subject_type = c.subject_type
    and not exists (select from touches t where t.workspace_id = c.workspace_id and t.subject_id = c.subject_id
                    and t.subject_type = c.subject_type);
  return null;
end $$;
create trigger touches_followed_delete after delete on touches
  referencing old table as changed for each statement execute function follow_older_removals();
