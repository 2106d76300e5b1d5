-- In a transaction of its own, in which figures are read as before.
-- What conversions are worth where no sums of it are kept.
create index session_facts_paid on session_facts (workspace_id, is_test, day) where revenue is not null;

-- Of what is counted already.
update session_facts f set revenue = c.revenue
from (
  select workspace_id, session_id, visitor_id, is_test, quarter, jsonb_object_agg(currency, revenue) as revenue
  from (
    select workspace_id, session_id, visitor_id, is_test, floor(extract(epoch from created_at) / 900)::integer as quarter, currency,
           sum(value) as revenue
    from conversions where not is_bot and value is not null
    group by 1, 2, 3, 4, 5, 6
  ) of_currency
  group by 1, 2, 3, 4, 5
) c
where f.workspace_id = c.workspace_id and f.session_id = c.session_id and f.visitor_id = c.visitor_id
  and f.is_test = c.is_test and f.quarter = c.quarter and f.conversions > 0;
update open_facts o set revenue = f.revenue
from session_facts f
where o.workspace_id = f.workspace_id and o.session_id = f.session_id and o.visitor_id = f.visitor_id
  and o.is_test = f.is_test and o.quarter = f.quarter and f.revenue is not null;
insert into stats_revenue
select f.workspace_id, f.is_test, v.dimensions, f.day, v.value, r.currency, sum(r.amount::numeric), count(*)
from session_facts f
cross join lateral (values
  (16, f.channel::integer), (32, f.source), (48, f.campaign), (64, f.country::integer), (80, f.device::integer), (96, f.browser),
  (112, f.landing_page), (128, f.exit_page), (144, f.city), (160, f.company), (192, f.channel_group::integer), (208, f.agent::integer)
) v (dimensions, value)
cross join lateral jsonb_each_text(f.revenue) r (currency, amount)
where f.revenue is not null and not exists (
  select from open_facts o where o.workspace_id = f.workspace_id and o.session_id = f.session_id
    and o.visitor_id = f.visitor_id and o.is_test = f.is_test and o.quarter = f.quarter)
group by 1, 2, 3, 4, 5, 6;
