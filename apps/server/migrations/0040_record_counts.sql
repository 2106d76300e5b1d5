-- How many leads and people there are of each day (UTC), so that exact totals and far pages of long lists
-- need no count of all rows. Each statement that changes a table adds what it made of the numbers: nobody waits
-- for a counter that others write too. Housekeeping adds the rows of a day up.
create table record_counts (
  workspace_id uuid not null,
  kind text not null,                 -- lead, suspect lead or identity
  is_test boolean not null,
  day date not null,
  label text not null,                -- of leads the source
  id uuid not null default gen_random_uuid(),
  records integer not null,
  primary key (workspace_id, kind, is_test, day, label, id) include (records)
);
call protect_workspace_table('record_counts');

create function count_leads() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_counts (workspace_id, kind, is_test, day, label, records)
    select workspace_id, case when suspect then 'suspect lead' else 'lead' end, is_test,
           (created_at at time zone 'UTC')::date, source, count(*)
    from added group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into record_counts (workspace_id, kind, is_test, day, label, records)
    select workspace_id, case when suspect then 'suspect lead' else 'lead' end, is_test,
           (created_at at time zone 'UTC')::date, source, -count(*)
    from gone group by 1, 2, 3, 4, 5;
  else
    insert into record_counts (workspace_id, kind, is_test, day, label, records)
    select workspace_id, case when suspect then 'suspect lead' else 'lead' end, is_test,
           (created_at at time zone 'UTC')::date, source, sum(n)
    from (select *, 1 as n from added union all select *, -1 from gone) moved
    group by 1, 2, 3, 4, 5 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger leads_counted_in after insert on leads
  referencing new table as added for each statement execute function count_leads();
create trigger leads_counted_anew after update on leads
  referencing old table as gone new table as added for each statement execute function count_leads();
create trigger leads_counted_out after delete on leads
  referencing old table as gone for each statement execute function count_leads();

create function count_identities() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_counts (workspace_id, kind, is_test, day, label, records)
    select workspace_id, 'identity', is_test, (created_at at time zone 'UTC')::date, '', count(*)
    from added group by 1, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into record_counts (workspace_id, kind, is_test, day, label, records)
    select workspace_id, 'identity', is_test, (created_at at time zone 'UTC')::date, '', -count(*)
    from gone group by 1, 3, 4;
  else
    insert into record_counts (workspace_id, kind, is_test, day, label, records)
    select workspace_id, 'identity', is_test, (created_at at time zone 'UTC')::date, '', sum(n)
    from (
      select workspace_id, is_test, created_at, 1 as n from added
      union all
      select workspace_id, is_test, created_at, -1 from gone
    ) moved
    group by 1, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger identities_counted_in after insert on identities
  referencing new table as added for each statement execute function count_identities();
create trigger identities_counted_anew after update on identities
  referencing old table as gone new table as added for each statement execute function count_identities();
create trigger identities_counted_out after delete on identities
  referencing old table as gone for each statement execute function count_identities();

insert into record_counts (workspace_id, kind, is_test, day, label, records)
select workspace_id, case when suspect then 'suspect lead' else 'lead' end, is_test,
       (created_at at time zone 'UTC')::date, source, count(*)
from leads group by 1, 2, 3, 4, 5;
insert into record_counts (workspace_id, kind, is_test, day, label, records)
select workspace_id, 'identity', is_test, (created_at at time zone 'UTC')::date, '', count(*)
from identities group by 1, 3, 4;
