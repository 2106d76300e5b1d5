-- What somebody decided by hand about claims of the service: who is a bot or none, of which company a visitor is or
-- is not. Rows are only ever added: an `undo` points at what it takes back.
create table verdicts (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  kind text not null check (kind in ('bot', 'not_bot', 'company', 'not_company', 'undo')),
  visitor_id uuid,                    -- null: every visitor that evidence links to the company
  company_id uuid,
  reason text not null default '',    -- as whoever decided it wrote
  undoes uuid,
  actor_kind text not null check (actor_kind in ('key', 'member', 'command')),
  actor_id uuid,                      -- null for the command line
  created_at timestamptz not null default clock_timestamp(),
  -- The transaction that decided it: what was being written beside it is looked at once more.
  xact bigint not null default pg_current_xact_id()::text::bigint,
  primary key (workspace_id, id),
  check (case kind when 'undo' then undoes is not null and visitor_id is null and company_id is null
                   when 'not_company' then undoes is null and company_id is not null
                   when 'company' then undoes is null and company_id is not null and visitor_id is not null
                   else undoes is null and company_id is null and visitor_id is not null end)
);
create index verdicts_newest on verdicts (workspace_id, is_test, created_at desc, id desc) where undoes is null;
create unique index verdicts_undone on verdicts (workspace_id, undoes) where undoes is not null;
create index verdicts_visitor on verdicts (workspace_id, visitor_id) where visitor_id is not null;
create index verdicts_company on verdicts (workspace_id, company_id) where company_id is not null;
call protect_workspace_table('verdicts');

-- Evidence that would link visitors to companies, but for a verdict: kept for when that is undone.
create table refused_evidence (
  workspace_id uuid not null,
  visitor_id uuid not null,
  company_id uuid not null,
  is_test boolean not null,
  kind text not null check (kind in ('email_domain', 'network_owner')),
  value text not null,
  first_seen_at timestamptz not null,
  by_right text not null check (by_right in ('public', 'device', 'signed', 'api')),
  primary key (workspace_id, visitor_id, company_id, is_test, kind, value)
);
create index refused_evidence_company on refused_evidence (workspace_id, company_id, is_test);
call protect_workspace_table('refused_evidence');

-- A visitor's company may be set by hand.
alter table company_evidence drop constraint company_evidence_kind_check,
  add constraint company_evidence_kind_check check (kind in ('email_domain', 'network_owner', 'set_by_hand'));

-- What the rules found, beside what counts: both differ where somebody decided otherwise.
alter table visitors add column found_bot text not null default '';
alter table sessions add column found_bot text not null default '';
alter table conversions add column found_bot boolean not null default false;
-- A bot's namings are kept and name nobody (identity_id is null), unless somebody says that it is no bot.
alter table identity_links add column found_bot boolean not null default false;
update visitors set found_bot = bot where bot <> '';
update sessions set found_bot = bot where bot <> '';
update conversions set found_bot = true where is_bot;

-- What a verdict changes is told to those who follow.
alter table changes drop constraint changes_kind_check,
  add constraint changes_kind_check
    check (kind in ('session', 'identity', 'lead', 'conversion', 'list', 'visitor', 'company'));
