-- Who visitors are, and what came of their visits. When and where a person was seen is not kept
-- here: it is read from the sessions of the linked visitors.

create table identities (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  visitor_id uuid not null,           -- the first visitor that was linked
  email text not null default '',
  user_id text,
  name text not null default '',
  traits jsonb not null default '{}',
  company_id uuid,
  is_favorite boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index identities_email on identities (workspace_id, is_test, lower(email)) where email <> '';
create unique index identities_user on identities (workspace_id, is_test, user_id) where user_id is not null;
create index identities_newest on identities (workspace_id, is_test, created_at desc, id desc);
call protect_workspace_table('identities');

-- Append-only: each message that named a person is the evidence for one link of its visitor.
-- History before a visitor's first link belongs to that link's person; a later link to another
-- person starts a new time slice.
create table identity_links (
  workspace_id uuid not null,
  event_id uuid not null,
  is_test boolean not null,
  visitor_id uuid not null,
  identity_id uuid not null,
  linked_at timestamptz not null,
  evidence text not null check (evidence in ('email', 'user_id')),
  primary key (workspace_id, event_id)
);
create index identity_links_visitor on identity_links (workspace_id, visitor_id, linked_at);
create index identity_links_identity on identity_links (workspace_id, identity_id);
call protect_workspace_table('identity_links');

create table companies (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  domain text not null,
  name text not null default '',
  description text not null default '',
  employees text not null default '',
  main_industry text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index companies_domain on companies (workspace_id, is_test, domain);
create index companies_newest on companies (workspace_id, is_test, created_at desc, id desc);
call protect_workspace_table('companies');

create table leads (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  visitor_id uuid not null,
  identity_id uuid,
  session_id uuid,
  company_id uuid,
  code text not null,
  source text not null,
  properties jsonb not null default '{}',
  location jsonb not null default '{}',
  summary jsonb,
  opened_by text not null check (opened_by in ('conversion', 'identify', 'api')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create index leads_newest on leads (workspace_id, is_test, created_at desc, id desc);
create index leads_code on leads (workspace_id, code);
create index leads_visitor on leads (workspace_id, visitor_id);
create index leads_identity on leads (workspace_id, identity_id) where identity_id is not null;
call protect_workspace_table('leads');

-- id is the id of the conversion's event.
create table conversions (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  visitor_id uuid not null,
  session_id uuid not null,
  identity_id uuid,
  lead_id uuid,
  name text not null,
  value numeric,
  currency text not null default '',
  external_id text not null default '',
  code text not null default '',
  properties jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create index conversions_newest on conversions (workspace_id, is_test, created_at desc, id desc);
create index conversions_visitor on conversions (workspace_id, visitor_id);
call protect_workspace_table('conversions');

create table campaigns (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  name text not null,
  source text not null default '',
  medium text not null default '',
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index campaigns_tags on campaigns (workspace_id, is_test, source, medium, name);
create index campaigns_newest on campaigns (workspace_id, is_test, created_at desc, id desc);
call protect_workspace_table('campaigns');
