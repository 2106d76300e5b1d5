-- What visitors allowed and refused, as messages told it: evidence, beside what is stored of them.
-- A row for each visitor and each state; which one holds is the one that was given last.
create table consents (
  workspace_id uuid not null,
  visitor_id uuid not null,
  is_test boolean not null,
  purposes jsonb not null,            -- by purpose, whether it is allowed: {"analytics": false}
  first_given_at timestamptz not null,
  last_given_at timestamptz not null,
  received_at timestamptz not null,   -- of the first message that told it
  source text not null check (source in ('browser', 'server')),
  primary key (workspace_id, visitor_id, is_test, purposes)
);
call protect_workspace_table('consents');
