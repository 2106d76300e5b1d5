-- A quarter of the visitors: which pages they saw is read from this index alone, where all facts would be too many to read
-- while somebody waits. Visits with so many pages that they do not fit have one of their own.
create index session_facts_sample on session_facts (workspace_id, is_test, share, day)
  include (visitor_id, session_id, quarter, pages, page_counts)
  where share < 16 and sessions > 0 and coalesce(cardinality(pages), 0) <= 100;
create index session_facts_many_pages on session_facts (workspace_id, is_test, day)
  where sessions > 0 and coalesce(cardinality(pages), 0) > 100;

-- Visits that are missing from a sample: with many pages, and those that began before the quarter of an hour and lasted until
-- `active_since`. A function, since nothing tells how few these are: without its settings the table would be read for them.
create function rare_visits(of_test boolean, since_quarter integer, active_since timestamptz)
  returns table (visitor_id uuid, session_id uuid, quarter integer, pages integer[], page_counts integer[])
  language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  own uuid := current_workspace();
begin
  return query select f.visitor_id, f.session_id, f.quarter, f.pages, f.page_counts from session_facts f
    where f.workspace_id = own and f.is_test = of_test and f.sessions > 0 and f.day >= since_quarter / 96 - 2
      and f.quarter >= since_quarter and coalesce(cardinality(f.pages), 0) > 100;
  return query select f.visitor_id, f.session_id, f.quarter, f.pages, f.page_counts from session_facts f
    where f.workspace_id = own and f.is_test = of_test and f.sessions = 1 and f.active_at >= active_since
      and f.active_at - timestamptz '1970-01-01 00:00:00+00' > (f.quarter + 100) * interval '15 minutes'
      and f.quarter < since_quarter;
end $$;
