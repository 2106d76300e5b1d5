-- Companies by domain or by network, why a visitor belongs to one, and what the operator imported
-- about them.

alter table companies
  -- AS number of a company that is known by its network alone, such as AS15465; else ''.
  add column network text not null default '',
  -- What the address tables call the network's owner, and the same as names are compared.
  add column owner_name text not null default '',
  add column owner_key text not null default '',
  -- changed_at of the details that are shown; null when there are none.
  add column details_at timestamptz,
  add column key text not null generated always as (
    case when network = '' then 'domain:' || domain else 'network:' || network end) stored,
  add constraint companies_key_of_one check ((domain = '') <> (network = ''));
create unique index companies_key on companies (workspace_id, is_test, key);
drop index companies_domain;
create unique index companies_domain on companies (workspace_id, is_test, domain) where domain <> '';

-- One row for each visitor, company and fact that links them. The confidence follows from the kind.
create table company_evidence (
  workspace_id uuid not null,
  visitor_id uuid not null,
  company_id uuid not null,
  is_test boolean not null,
  kind text not null check (kind in ('email_domain', 'network_owner')),
  value text not null,
  first_seen_at timestamptz not null,
  primary key (workspace_id, visitor_id, company_id, is_test, kind, value)
);
create index company_evidence_newest
  on company_evidence (workspace_id, company_id, is_test, first_seen_at desc, visitor_id desc);
call protect_workspace_table('company_evidence');

-- Facts of the world, and so of live and test companies alike.
create table company_details (
  workspace_id uuid not null,
  domain text not null,
  name text not null,
  name_key text not null,             -- the name as names are compared
  description text not null,
  employees text not null,
  main_industry text not null,
  changed_at timestamptz not null,
  primary key (workspace_id, domain)
);
create index company_details_name on company_details (workspace_id, name_key) where name_key <> '';
call protect_workspace_table('company_details');

-- Imports under way, by which a repeated command goes on where the last one ended.
create table company_imports (
  workspace_id uuid not null,
  file_key text not null,             -- SHA-256 of format, columns, size, time and beginning
  rows_done integer not null,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, file_key)
);
call protect_workspace_table('company_imports');
