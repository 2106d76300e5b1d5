-- The tables as all migrations together leave them, for reading: nothing runs this file.
-- Made by `npm run generate` from a migrated database; the comments are those of the migrations.

create function count_identities()
  returns trigger
  language plpgsql as $function$
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
end $function$;

create function count_leads()
  returns trigger
  language plpgsql as $function$
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
end $function$;

create function current_workspace()
  returns uuid
  language sql
  stable parallel safe
  return (nullif(current_setting('app.workspace_id', true), ''))::uuid;

create function is_member_here(who uuid)
  returns boolean
  language plpgsql
  stable parallel safe as $function$
begin
  return exists (select from workspace_members m where m.workspace_id = current_workspace() and m.user_id = who);
end $function$;

create function keep_audit_log()
  returns trigger
  language plpgsql as $function$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '400 days' then
      return old;
    end if;
    if exists (select from workspaces w where w.workspace_id = old.workspace_id and w.deleted_at is not null) then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    if new.resource_id is null and to_jsonb(new) - 'resource_id' = to_jsonb(old) - 'resource_id' and exists (
      select from erasure_parts p where p.workspace_id = old.workspace_id and p.key = old.resource_id::text
    ) then
      return new;
    end if;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $function$;

create function keep_revoked()
  returns trigger
  language plpgsql as $function$
begin
  -- The owner of the tables restores what ended together with its workspace, and nothing else.
  if new.revoked_at is null and current_user = (
    select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid
  ) and exists (
    select from workspaces w
    where w.workspace_id = old.workspace_id and w.closed_at = old.revoked_at and w.deleted_at is null
  ) then
    return new;
  end if;
  raise exception 'what was revoked stays revoked' using errcode = 'insufficient_privilege';
end $function$;

create function note_searched_link()
  returns trigger
  language plpgsql as $function$
begin
  insert into search_pending (workspace_id, kind, id)
  select distinct new.workspace_id, 'identity', id from (values (old.identity_id), (new.identity_id)) t (id)
  where id is not null
  on conflict do nothing;
  return null;
end $function$;

create function note_searched_links()
  returns trigger
  language plpgsql as $function$
begin
  insert into search_pending (workspace_id, kind, id)
  select distinct l.workspace_id, 'identity', l.identity_id from changed l
  where l.owns_email and l.email_key <> '' and l.identity_id is not null and not exists (
    select from identities i
    where i.workspace_id = l.workspace_id and i.id = l.identity_id and i.email_key = l.email_key)
  on conflict do nothing;
  return null;
end $function$;

create function note_searched_row()
  returns trigger
  language plpgsql as $function$
begin
  insert into search_pending (workspace_id, kind, id)
  values (new.workspace_id, tg_argv[0], new.id) on conflict do nothing;
  return null;
end $function$;

create function note_searched_rows()
  returns trigger
  language plpgsql as $function$
begin
  insert into search_pending (workspace_id, kind, id)
  select workspace_id, tg_argv[0], id from changed on conflict do nothing;
  return null;
end $function$;

create procedure protect_workspace_table(in target regclass)
  language plpgsql as $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy workspace on %s to footfall_app
       using (workspace_id = current_workspace()) with check (workspace_id = current_workspace())',
    target);
  execute format('create policy system on %s to %I using (true) with check (true)', target, current_user);
  execute format('grant select, insert, update, delete on %s to footfall_app', target);
end $procedure$;

create function rare_visits(of_test boolean, since_quarter integer, active_since timestamp with time zone)
  returns table(visitor_id uuid, session_id uuid, quarter integer, pages integer[], page_counts integer[])
  language plpgsql
  stable
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off' as $function$
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
end $function$;

create function require_kept_events(of_workspace uuid, since timestamp with time zone)
  returns boolean
  language plpgsql
  stable as $function$
declare
  kept_since timestamptz;
begin
  select w.events_kept_since into kept_since from workspaces w where w.workspace_id = of_workspace;
  if kept_since > coalesce(since, '-infinity') then
    raise exception 'events before % are removed', to_char(kept_since at time zone 'UTC', 'YYYY-MM-DD')
      using errcode = 'FK001';
  end if;
  return true;
end $function$;

-- With what cookies are signed and codes are encrypted, and the link to the first account.
create table account_secrets (
  only_row boolean not null check (only_row),
  secret text not null default gen_random_uuid()::text || gen_random_uuid()::text,
  welcome_hash bytea,
  welcome_expires_at timestamptz,
  primary key (only_row)
);

create table api_keys (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('production', 'development', 'legacy', 'secret')),
  name text not null,
  key_hash bytea not null,            -- SHA-256 of the whole key
  key_text text,                      -- write keys only: they are public and can be shown again
  hint text not null,                 -- the last characters, to recognise a key by
  scopes text[] not null default '{}',
  origins text[] not null default '{}',
  server_only boolean not null default false,
  rate_limit_per_minute integer,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz,
  pii text not null default 'shown' check (pii in ('shown', 'hidden')),
  created_by uuid,
  revoked_by uuid,
  replaces uuid,                      -- the key in whose place it was made
  expires_at timestamptz,
  primary key (workspace_id, id),
  check ((kind = 'secret') = (key_text is null)),
  check (pii = 'shown' or kind = 'secret')
);
create index api_keys_expiring on api_keys (expires_at) where expires_at is not null;
-- Not unique: a unique index without workspace_id cannot be distributed, and 178 random bits do not meet twice.
create index api_keys_hash on api_keys (key_hash);
create trigger api_keys_revoked before update of revoked_at on api_keys for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at) execute function keep_revoked();

create table application_login (
  only_row boolean not null check (only_row),
  role_name text not null,
  password text not null,
  primary key (only_row)
);

-- What was changed in a workspace, by whom and from where: by secret keys, members and the command line. Names
-- of fields, and values of settings and keys alone, so that nothing in it is about a visitor.
create table audit_log (
  workspace_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('key', 'member', 'command')),
  actor_id uuid,                      -- null for the command line
  action text not null,               -- an operation of the contract, or a command
  resource_type text not null,
  resource_id uuid,
  fields text[] not null,
  changes jsonb not null,             -- by field, before and after
  ip text not null,                   -- as the workspace stores addresses
  user_agent text not null,
  primary key (workspace_id, id)
);
create index audit_log_newest on audit_log (workspace_id, created_at desc, id desc);
create index audit_log_resource on audit_log (workspace_id, resource_id, created_at desc, id desc)
  where resource_id is not null;
create trigger audit_log_rows before delete or update on audit_log for each row execute function keep_audit_log();
create trigger audit_log_truncate before truncate on audit_log for each statement execute function keep_audit_log();

-- Of live campaigns; test data costs nothing.
create table campaign_spend (
  workspace_id uuid not null,
  campaign_id uuid not null,
  day date not null,                  -- in UTC, or in the time zone of the ad account
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount numeric not null check (amount >= 0::numeric),
  primary key (workspace_id, campaign_id, day, currency)
);

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
create index campaigns_newest on campaigns (workspace_id, is_test, created_at desc, id desc);
create unique index campaigns_tags on campaigns (workspace_id, is_test, source, medium, name);

-- Up to where changes were forgotten: who has followed less far has missed some.
create table change_floors (
  workspace_id uuid not null,
  xact bigint not null,
  id uuid not null,
  primary key (workspace_id)
);

-- What changed in a workspace, in an order that every reader sees alike: written in the transaction of the
-- change, a few rows for each, and followed by live views, webhooks and caches.
create table changes (
  workspace_id uuid not null,
  -- The transaction that made the change. Numbers are given before commit, so a reader stops before the
  -- oldest transaction that is under way: whatever is below has ended, and nothing joins it later.
  xact bigint not null default pg_current_xact_id()::text::bigint,
  id uuid not null,                   -- a UUIDv7: the order within the transaction
  is_test boolean not null,
  kind text not null check (kind in ('session', 'identity', 'lead', 'conversion', 'list', 'visitor', 'company')),
  action text not null check (action in ('changed', 'removed')),
  ids uuid[] not null,                -- of the records, at most 50
  visitor_ids uuid[] not null,        -- whose each session is: its id alone does not name it; else empty
  created_at timestamptz not null default now(),
  primary key (workspace_id, xact, id)
) with (autovacuum_vacuum_scale_factor=0.02);
-- What is old enough to be forgotten, and which visits were touched lately.
create index changes_time on changes (workspace_id, created_at);

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
  -- AS number of a company that is known by its network alone, such as AS15465; else ''.
  network text not null default '',
  -- What the address tables call the network's owner, and the same as names are compared.
  owner_name text not null default '',
  owner_key text not null default '',
  details_at timestamptz,             -- changed_at of the details that are shown; null when there are none.
  domain_name text not null default '',
  primary key (workspace_id, id),
  check ((domain = '') <> (network = ''))
);
create index companies_domain on companies (workspace_id, is_test, domain) where domain <> '';
create index companies_newest on companies (workspace_id, is_test, created_at desc, id desc);
create trigger companies_searched_delete after delete on companies referencing old table as changed for each statement execute function note_searched_rows('company');
create trigger companies_searched_insert after insert on companies referencing new table as changed for each statement execute function note_searched_rows('company');
create trigger companies_searched_update after update on companies for each row when (old.name is distinct from new.name or old.domain is distinct from new.domain or old.network is distinct from new.network) execute function note_searched_row('company');

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

-- One row for each visitor, company and fact that links them. The confidence follows from the kind.
create table company_evidence (
  workspace_id uuid not null,
  visitor_id uuid not null,
  company_id uuid not null,
  is_test boolean not null,
  kind text not null check (kind in ('email_domain', 'network_owner', 'set_by_hand')),
  value text not null,
  first_seen_at timestamptz not null,
  by_right text not null default 'public' check (by_right in ('public', 'device', 'signed', 'api')),
  primary key (workspace_id, visitor_id, company_id, is_test, kind, value)
);
create index company_evidence_newest
  on company_evidence (workspace_id, company_id, is_test, first_seen_at desc, visitor_id desc);

-- Imports under way, by which a repeated command goes on where the last one ended.
create table company_imports (
  workspace_id uuid not null,
  file_key text not null,             -- SHA-256 of format, columns, size, time and beginning
  rows_done integer not null,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, file_key)
);

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
  analytics boolean,
  notice_version text not null default '',
  primary key (workspace_id, visitor_id, is_test, purposes)
);
-- Most workspaces, and most visitors, have none; each group of messages asks for those of its visitors.
create index consents_refused on consents (workspace_id, visitor_id, is_test) where not analytics;

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
  opens_lead boolean not null default true,
  is_bot boolean not null default false,
  by_right text not null default 'public' check (by_right in ('public', 'device', 'signed', 'api')),
  network uuid,
  found_bot boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index conversions_bots on conversions (workspace_id, is_test, created_at desc, id desc) where is_bot;
-- What changed since is asked for by whoever copies conversions elsewhere.
create index conversions_changed on conversions (workspace_id, is_test, updated_at desc, id desc)
  where not is_bot;
create index conversions_external_id on conversions (workspace_id, is_test, external_id)
  where external_id <> '';
create index conversions_identity on conversions (workspace_id, identity_id, created_at)
  where identity_id is not null;
create index conversions_newest on conversions (workspace_id, is_test, created_at desc, id desc) include (session_id, visitor_id, value, currency)
  where not is_bot;
create index conversions_visitor on conversions (workspace_id, visitor_id, created_at);

-- What somebody put right about who is who. Rows are only ever added: an `undo` points at what it takes back.
-- People are made from namings and from the corrections that are in force, in this order.
create table corrections (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  place integer not null,             -- 1, 2, 3 … in the workspace
  kind text not null check (kind in ('detach', 'split', 'join', 'undo')),
  identity_id uuid not null,          -- whom it was about, by the id of that time
  other_identity_id uuid,             -- Of a join the other person; of a split the person that was made.
  event_id uuid,                      -- The naming that is detached, or one of the person's; null for an undo.
  visitor_id uuid,
  other_event_id uuid,                -- The same of the other person.
  other_visitor_id uuid,
  selection jsonb not null default '{}', -- of a split: which visitors, addresses and user_ids it takes
  undoes uuid,
  actor_kind text not null check (actor_kind in ('key', 'member', 'command')),
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  check ((kind = 'undo') = (undoes is not null))
);
create index corrections_identity on corrections (workspace_id, identity_id);
create index corrections_newest on corrections (workspace_id, is_test, created_at desc, id desc)
  where undoes is null;
create index corrections_other_identity on corrections (workspace_id, other_identity_id)
  where other_identity_id is not null;
create index corrections_other_visitor on corrections (workspace_id, other_visitor_id)
  where other_visitor_id is not null;
create unique index corrections_place on corrections (workspace_id, place);
create unique index corrections_undone on corrections (workspace_id, undoes) where undoes is not null;
create index corrections_visitor on corrections (workspace_id, visitor_id) where visitor_id is not null;

-- What each write key has made the service store on a day (UTC), for the quotas of keys and workspaces: what
-- was proved by a signature counts apart. Every process adds what it stored once a second.
create table daily_usage (
  workspace_id uuid not null,
  day date not null,
  key_id uuid not null,
  is_signed boolean not null,
  rows bigint not null,
  bytes bigint not null,
  people bigint not null,
  leads bigint not null,
  primary key (workspace_id, day, key_id, is_signed)
);

-- Names of people who were erased, as HMAC-SHA256 by a key of the installation. Messages that carry one, of a time between
-- these, are refused.
create table erased_names (
  workspace_id uuid not null,
  hash bytea not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (workspace_id, hash, since)
);

-- What is left to remove of an erasure that is under way, a row for each; all rows are gone when it is done.
create table erasure_parts (
  workspace_id uuid not null,
  erasure_id uuid not null,
  kind text not null check (kind in ('identity', 'visitor', 'slice', 'email', 'user_id', 'lead', 'conversion', 'session', 'neighbor')),
  key text not null,                  -- an id or a name
  is_removed boolean not null default false, -- only places that mention it are left
  since timestamptz not null default '-infinity', -- of a slice
  until timestamptz not null default 'infinity',
  primary key (workspace_id, erasure_id, kind, key, since)
);

-- The key of the hashes above, encrypted by the key of the installation.
create table erasure_secrets (
  only_row boolean not null check (only_row),
  secret text not null,
  primary key (only_row)
);

-- Erasures of people and visitors. Nothing in a row is about a person.
create table erasures (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  subject text not null check (subject in ('identity', 'visitor')),
  state text not null check (state in ('running', 'done')),
  totals text not null check (totals in ('keep', 'recount')),
  removed jsonb not null default '{}', -- by kind, how many
  shared boolean not null,            -- some visitors are other people's, too
  actor_kind text not null check (actor_kind in ('key', 'member', 'command')),
  actor_id uuid,
  requested_at timestamptz not null default clock_timestamp(), -- what is older is refused
  -- The transaction that erased the names: whoever began to write before it may not know of them.
  xact bigint not null default pg_current_xact_id()::text::bigint,
  traced boolean not null default false, -- what mentions the person is gone, but for what is written just now
  -- Whether a ClickHouse beside PostgreSQL has what was erased; null: it is not looked at yet, or there is none.
  sink text check (sink in ('waiting', 'done')),
  finished_at timestamptz,
  primary key (workspace_id, id)
);
create index erasures_newest on erasures (workspace_id, is_test, requested_at desc, id desc);

-- The id is made from the environment, the time and the message_id, so the primary key is the
-- deduplication and keeps rows in time order. What stays the same within a session is kept there.
create table events (
  workspace_id uuid not null,
  id uuid not null,
  visitor_id uuid not null,
  session_id uuid not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  is_test boolean not null,
  type text not null check (type in ('event', 'session', 'identify', 'conversion')),
  name text not null,
  url text,
  title text,
  referrer text,
  properties jsonb,
  context jsonb,                      -- campaign tags, click ids and consent, when there are any
  assigned boolean not null default false,
  off_clock boolean not null default false,
  primary key (workspace_id, id)
);
create index events_off_clock on events (workspace_id, occurred_at) where off_clock;
-- Several events share a session, and B-tree deduplication stores the pair once: about 15 bytes an event.
create index events_session on events (workspace_id, session_id);

-- Messages that were refused, as they came, with the reason.
create table failed_events (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  received_at timestamptz not null,
  reason text not null,
  body bytea not null,
  key_id uuid,
  visitor_id uuid,
  session_id uuid,
  message_id uuid,
  primary key (workspace_id, id)
);
create index failed_events_newest on failed_events (workspace_id, is_test, received_at desc, id desc);
create index failed_events_visit on failed_events (workspace_id, session_id) where session_id is not null;

-- Kept for 24 hours. Belongs to the key that sent it: its answer may hold what another may not read.
create table idempotent_answers (
  workspace_id uuid not null,
  actor_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  answer text not null,               -- JSON
  created_at timestamptz not null default now(),
  primary key (workspace_id, actor_id, idempotency_key)
);
create index idempotent_answers_age on idempotent_answers (created_at);

create table identities (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  visitor_id uuid not null,           -- the first visitor that was linked
  email text not null default '',
  user_id text,
  name text not null default '',
  traits jsonb not null default '{}',
  is_favorite boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  email_key text not null generated always as (lower(email)) stored,
  told_by text not null default 'several' check (told_by in ('device', 'signed', 'several')),
  inherited_favorite boolean not null default false,
  inherits_favorite boolean not null default true, -- False: somebody said that they are none all the same.
  inherited_traits jsonb not null default '{}',
  edited_traits jsonb not null default '{}',
  name_right text check (name_right in ('public', 'device', 'signed', 'api')),
  trait_rights jsonb not null default '{}',
  trait_times jsonb not null default '{}', -- of what is proved alone
  edited_times jsonb not null default '{}',
  inherited_times jsonb not null default '{}',
  primary key (workspace_id, id)
);
create unique index identities_email on identities (workspace_id, is_test, email_key) where email_key <> '';
create index identities_newest on identities (workspace_id, is_test, created_at desc, id desc);
create unique index identities_user on identities (workspace_id, is_test, user_id) where user_id is not null;
create trigger identities_counted_anew after update on identities referencing old table as gone new table as added for each statement execute function count_identities();
create trigger identities_counted_in after insert on identities referencing new table as added for each statement execute function count_identities();
create trigger identities_counted_out after delete on identities referencing old table as gone for each statement execute function count_identities();
create trigger identities_searched_delete after delete on identities referencing old table as changed for each statement execute function note_searched_rows('identity');
create trigger identities_searched_insert after insert on identities referencing new table as changed for each statement execute function note_searched_rows('identity');
create trigger identities_searched_update after update on identities for each row when (old.name is distinct from new.name or old.email is distinct from new.email or old.user_id is distinct from new.user_id) execute function note_searched_row('identity');

-- Append-only: each message that named a person is the evidence for one link of its visitor.
-- History before a visitor's first link belongs to that link's person; a later link to another
-- person starts a new time slice.
create table identity_links (
  workspace_id uuid not null,
  event_id uuid not null,
  is_test boolean not null,
  visitor_id uuid not null,
  identity_id uuid,
  linked_at timestamptz not null,
  evidence text not null check (evidence in ('email', 'user_id')),
  email text not null default '',
  email_key text not null generated always as (lower(email)) stored,
  user_id text,
  by_right text not null default 'public' check (by_right in ('public', 'device', 'signed', 'api')),
  owns_email boolean not null default false, -- The address of the message is the person's.
  -- What the message weighs for its person: 1 anybody's word, 2 that of a device of theirs, 3 a proved one.
  weight smallint not null default 1 check (weight >= 1 and weight <= 3),
  crowded boolean not null default false, -- So many others gave the address before that it does not count.
  -- The id that the names of this message alone would give: by it the survivor of a merge is found.
  named_id uuid,
  -- Somebody corrected these people: what names them is left to the background, which follows the corrections.
  corrected boolean not null default false,
  detached_from uuid,                 -- Whose link it would be.
  network uuid,
  proved_name text check (proved_name in ('email', 'user_id')),
  found_bot boolean not null default false,
  kept_session_id uuid,
  kept_name text,
  kept_traits jsonb,
  primary key (workspace_id, event_id)
);
create index identity_links_corrected_email on identity_links (workspace_id, is_test, email_key)
  where corrected and email_key <> '';
create index identity_links_corrected_user on identity_links (workspace_id, is_test, user_id)
  where corrected and user_id is not null;
create index identity_links_corrected_visitor on identity_links (workspace_id, visitor_id) where corrected;
create index identity_links_detached on identity_links (workspace_id, detached_from)
  where detached_from is not null;
create index identity_links_email on identity_links (workspace_id, is_test, email_key, by_right, visitor_id)
  where email_key <> '' and not crowded;
create index identity_links_identity
  on identity_links (workspace_id, identity_id, linked_at) include (visitor_id, is_test, weight);
create index identity_links_named on identity_links (workspace_id, named_id, linked_at);
-- Whose an address is, however many messages gave it.
create index identity_links_owner on identity_links (workspace_id, is_test, email_key, linked_at, event_id)
  where owns_email and email_key <> '';
create index identity_links_user on identity_links (workspace_id, is_test, user_id, by_right, visitor_id)
  where user_id is not null and identity_id is not null;
create index identity_links_visitor
  on identity_links (workspace_id, visitor_id, linked_at, event_id) include (is_test, identity_id);
create trigger identity_links_searched_delete after delete on identity_links referencing old table as changed for each statement execute function note_searched_links();
create trigger identity_links_searched_insert after insert on identity_links referencing new table as changed for each statement execute function note_searched_links();
create trigger identity_links_searched_update after update on identity_links for each row when (new.email_key <> '' and (old.identity_id is distinct from new.identity_id or old.owns_email is distinct from new.owns_email or old.email is distinct from new.email)) execute function note_searched_link();

-- An invitation is accepted with one of two tokens: the one that was mailed proves whose the address is, the one that was
-- shown to whoever invites does not.
create table invitations (
  workspace_id uuid not null,
  id uuid not null,
  email text not null,
  workspace_role text not null check (workspace_role in ('admin', 'member', 'viewer')),
  by_operator boolean not null,       -- who is trusted to know whose the address is
  invited_by uuid,                    -- null for the operator
  shown_hash bytea not null,
  mailed_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  pii text not null default 'shown',
  primary key (workspace_id, id),
  check (pii = 'shown' or pii = 'hidden' and workspace_role <> 'admin')
);
create unique index invitations_email on invitations (workspace_id, lower(email));
create index invitations_mailed on invitations (mailed_hash) where mailed_hash is not null;
-- Not unique, as those of keys.
create index invitations_shown on invitations (shown_hash);

-- Work that follows from what was stored, done in the background: which kind of work, about whom or
-- what. Whoever asks for it never waits, not even for a job that is being done: where the pending
-- row of a subject is locked, a second one is added, and both are done at once by the next worker.
create table jobs (
  workspace_id uuid not null,
  kind text not null,
  subject uuid not null,
  is_test boolean not null,
  id uuid not null,
  run_at timestamptz not null,        -- not before
  attempts integer not null default 0, -- how often it failed
  last_error text not null default '',
  given_up_at timestamptz,            -- null while it is tried
  primary key (workspace_id, subject, is_test, kind, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
-- Not by kind first: as long as there are no statistics PostgreSQL would take it, rather than the
-- primary key, to look for a subject.
create index jobs_due on jobs (workspace_id, run_at, kind) where given_up_at is null;
create index jobs_given_up on jobs (workspace_id, given_up_at) where given_up_at is not null;

-- The page views of visits of which events were removed: by them scores and figures are made anew. A row for each part
-- that was removed together; a visit that has any is never cut anew.
create table kept_visits (
  workspace_id uuid not null,
  session_id uuid not null,
  visitor_id uuid not null,
  is_test boolean not null,
  part uuid not null,                 -- the first of its events
  viewed_at timestamptz[] not null,
  -- of the same places: without query and fragment; '' where no page was told
  urls text[] not null,
  primary key (workspace_id, session_id, visitor_id, is_test, part)
);

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
  edited text[] not null default '{}',
  told_identity_id uuid,
  network uuid,                       -- of the message that opened it
  suspect boolean not null default false, -- one of many of its network
  primary key (workspace_id, id)
);
create index leads_code on leads (workspace_id, code);
create index leads_company on leads (workspace_id, company_id, created_at desc, id desc)
  where company_id is not null;
create index leads_identity on leads (workspace_id, identity_id) where identity_id is not null;
create index leads_network on leads (workspace_id, network, created_at) where network is not null;
create index leads_suspect on leads (workspace_id, is_test, created_at desc, id desc) where suspect;
create index leads_told_identity on leads (workspace_id, told_identity_id) where told_identity_id is not null;
-- What changed since is asked for by whoever copies leads elsewhere; without it each question reads every lead of the
-- workspace. Leads change seldom.
create index leads_trusted_changed on leads (workspace_id, is_test, updated_at desc, id desc)
  where not suspect;
-- Lists leave suspect leads out.
create index leads_trusted_newest on leads (workspace_id, is_test, created_at desc, id desc) where not suspect;
-- Lists by source and their exact totals from the index alone; without it a total reads every lead
-- of the workspace.
create index leads_trusted_source on leads (workspace_id, is_test, source, created_at desc, id desc)
  where not suspect;
-- The leads of a visit, as figures look for them: those of somebody who comes often were gone through for each visit.
create index leads_visit on leads (workspace_id, visitor_id, session_id);
create trigger leads_counted_anew after update on leads referencing old table as gone new table as added for each statement execute function count_leads();
create trigger leads_counted_in after insert on leads referencing new table as added for each statement execute function count_leads();
create trigger leads_counted_out after delete on leads referencing old table as gone for each statement execute function count_leads();
create trigger leads_searched_delete after delete on leads referencing old table as changed for each statement execute function note_searched_rows('lead');
create trigger leads_searched_insert after insert on leads referencing new table as changed for each statement execute function note_searched_rows('lead');
create trigger leads_searched_update after update on leads for each row when (old.code is distinct from new.code or old.suspect is distinct from new.suspect) execute function note_searched_row('lead');

-- Who they are, some thousand in a row, and of whom it changed anything: to be undone.
create table list_change_slices (
  workspace_id uuid not null,
  id uuid not null,
  change_id uuid not null,
  type text not null check (type in ('visitor', 'identity')),
  member_ids uuid[] not null,
  changed_ids uuid[],                 -- null until it is done
  primary key (workspace_id, id)
);
create index list_change_slices_of on list_change_slices (workspace_id, change_id, id);

-- Many who were put on a list, or taken off, at once: of whom a filter was true then.
create table list_changes (
  workspace_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  action text not null check (action in ('add', 'remove')),
  of text not null check (of in ('visitors', 'identities', 'leads')),
  state text not null check (state in ('running', 'done', 'undoing', 'undone')),
  matched integer not null,
  seen integer not null default 0,
  changed integer not null default 0,
  created_by uuid,                    -- null: the command line
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index list_changes_newest on list_changes (workspace_id, created_at desc, id desc);

-- How far the members of such a list have been kept.
create table list_upkeep (
  workspace_id uuid not null,
  list_id uuid not null,
  step bigint not null default 0,     -- Counts what was written: who read before, writes nothing any more.
  member_count integer not null default 0,
  -- Time alone changes the members, or what leaves no change to be followed.
  is_timed boolean not null,
  is_filling boolean not null default true,
  collected pg_snapshot not null default '1:1:', -- The changes that members follow from.
  -- When all were last evaluated, and when they will be again: by the passing of time members change, too. Null: not yet.
  evaluated_at timestamptz,
  evaluate_at timestamptz not null default now(),
  failures smallint not null default 0,
  error text check (error in ('takes_too_long', 'too_many_members', 'events_removed', 'failed')),
  retry_at timestamptz not null default '-infinity',
  primary key (workspace_id, list_id)
) with (fillfactor=50);

-- Of which days the numbers are to be counted anew: of the last days only.
create table message_day_marks (
  workspace_id uuid not null,
  is_test boolean not null,
  day integer not null,
  is_due boolean not null,
  rests_until timestamptz not null,   -- counting takes no more than a part of the time
  is_counting boolean not null default false,
  primary key (workspace_id, is_test, day)
) with (fillfactor=50);

-- Messages that browsers numbered, by the day on which their visit began.
create table message_days (
  workspace_id uuid not null,
  is_test boolean not null,
  day integer not null,               -- since 1970, in the workspace's time zone
  browser text not null,              -- '': not known, or beyond the fifty with most messages of the day
  visits integer not null,
  received bigint not null,
  refused bigint not null,
  lost bigint not null,
  primary key (workspace_id, is_test, day, browser)
);

-- The secret of a day (UTC), of which networks are hashed; deleted when the day is over.
create table network_secrets (
  workspace_id uuid not null,
  day date not null,
  secret bytea not null,
  primary key (workspace_id, day)
);

-- Visits whose sums are not kept yet, as they are counted: a visit leaves when they are, and its row among all facts is
-- not written again, nor its places in their indexes.
create table open_facts (
  workspace_id uuid not null,
  session_id uuid not null,
  visitor_id uuid not null,
  active_at timestamptz not null,
  quarter integer not null,
  day integer not null,
  page_views integer not null,
  engaged_ms integer not null,
  leads integer not null,
  conversions integer not null,
  source integer not null,
  campaign integer not null,
  browser integer not null,
  landing_page integer not null,
  exit_page integer not null,
  city integer not null,
  company integer not null,
  origin integer not null,
  sessions smallint not null,
  bounces smallint not null,
  channel smallint not null,
  country smallint not null,
  device smallint not null,
  channel_group smallint not null,
  agent smallint not null,
  share smallint not null,
  is_test boolean not null,
  pages integer[],
  page_counts integer[],
  os integer not null default 0,
  revenue jsonb,
  primary key (workspace_id, session_id, visitor_id, is_test, quarter)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.1, autovacuum_vacuum_threshold=2000);
-- They are added to each answer: those of the days that are asked for.
create index open_facts_days on open_facts (workspace_id, is_test, day);

-- What somebody set of a person under an id that nobody has now; it is so again when somebody has.
create table past_edits (
  workspace_id uuid not null,
  identity_id uuid not null,
  is_test boolean not null,
  is_favorite boolean not null,
  inherits_favorite boolean not null,
  traits jsonb not null,
  times jsonb not null default '{}',
  primary key (workspace_id, identity_id)
);

-- People of a long history while they are made anew: what names them, or is theirs, is left to the job meanwhile.
create table people_holds (
  workspace_id uuid not null,
  key text not null,                  -- a visitor, address or user_id, with the environment
  held_by text not null,              -- the same for all who are made anew together
  primary key (workspace_id, key)
);

-- What the behaviour of a person tells, as of their latest activity; how long ago that was is taken
-- into account when it is read.
create table personalities (
  workspace_id uuid not null,
  identity_id uuid not null,
  is_test boolean not null,
  intent_score integer not null,
  stage text not null,
  persona text not null,
  reasons jsonb not null,
  model_version text not null,
  last_active_at timestamptz not null,
  -- Messages of all the person's visitors that were stored when it was computed; with more, it is outdated.
  event_count bigint not null,
  primary key (workspace_id, identity_id)
);

-- What was previewed and may be done: once, by the same key, with the same tool and arguments.
create table previewed_writes (
  workspace_id uuid not null,
  token_hash bytea not null,
  key_id uuid not null,
  tool text not null,
  arguments_hash text not null,
  entity_tag text,                    -- the record as it was; null where there was none, or many
  expires_at timestamptz not null,
  primary key (workspace_id, token_hash)
);
create index previewed_writes_of_key on previewed_writes (workspace_id, key_id, expires_at);

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

-- The last removal of each kind, and how far it is.
create table retention_runs (
  workspace_id uuid not null,
  kind text not null check (kind in ('events', 'refused_messages', 'consents', 'audit_log')),
  removes_before timestamptz not null,
  began_at timestamptz not null default now(),
  after_id uuid,                      -- the last event that was looked at
  removed bigint not null default 0,
  ended_at timestamptz,               -- null while it is under way
  primary key (workspace_id, kind)
);

-- What a page of the dashboard shows, under a name: a member's own, or shared with the workspace.
create table saved_views (
  workspace_id uuid not null,
  id uuid not null,
  owner_id uuid,                      -- null: the command line
  page text not null check (page in ('overview', 'leads', 'people', 'companies', 'visitors', 'lists', 'campaigns', 'conversions')),
  name text not null,
  filter text not null,
  sort text not null,
  columns text[] not null,
  range text not null,                -- as the address of the page says it
  test boolean not null,
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);

create table schema_migrations (
  version integer not null,
  name text not null,
  applied_at timestamptz not null default now(),
  primary key (version)
);

-- Records that were written since their tokens were. Triggers note them, so that nothing that writes
-- can forget to; the transaction's number makes each row its own, so that nobody waits.
create table search_pending (
  workspace_id uuid not null,
  xact bigint not null default pg_current_xact_id()::text::bigint,
  kind text not null check (kind in ('identity', 'company', 'lead')),
  id uuid not null,
  primary key (workspace_id, xact, kind, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);

-- Which tokens a record has, one a line, so that those that go are found.
create table search_records (
  workspace_id uuid not null,
  kind text not null check (kind in ('identity', 'company', 'lead')),
  id uuid not null,
  is_test boolean not null,
  tokens text not null,
  primary key (workspace_id, kind, id)
);

-- What is searched for as one types: beginnings of words, and of parts of words, of what is written in people,
-- companies and leads. A B-tree alone: with row level security no index answers `like`.
create table search_tokens (
  workspace_id uuid not null,
  is_test boolean not null,
  kind text not null check (kind in ('identity', 'company', 'lead')),
  token text collate "C" not null,    -- folded; from the inside of a word with * before it
  id uuid not null,
  primary key (workspace_id, is_test, kind, token, id)
);

-- The security log of the installation: who signed in or failed to, and who changed passwords, factors, members, keys and
-- workspaces. A workspace that is deleted leaves its rows here; until then they move and are protected as its other rows.
create table security_events (
  workspace_id uuid not null,         -- all zeros: of the installation
  id uuid not null,                   -- made from what is summed up, where attempts are counted
  created_at timestamp(3) with time zone not null default now(),
  event text not null,                -- sign_in.failed, key.created
  outcome text not null check (outcome in ('success', 'failure', 'refused')),
  -- nobody: who asks is not known
  actor_type text not null check (actor_type in ('member', 'key', 'share', 'command', 'nobody')),
  actor_id uuid,
  account text not null,              -- the email address of the account; '' where it is none
  address text not null,              -- as the workspace stores addresses
  device text not null,               -- browser and system
  workspace text not null,            -- its name at that time
  subject text not null,              -- a record, a factor, or how the sign-in was proved
  attempts integer,                   -- of the same minute; null: the event happens once
  primary key (workspace_id, id)
);
create index security_events_actor on security_events (workspace_id, actor_id, created_at desc)
  where actor_id is not null;
create index security_events_time on security_events (created_at, id);

-- What each visit is counted as; bots are not counted. A visit has a row for the quarter of an hour in which it
-- began, and one for each other in which a lead or conversion of it happened. Values are numbers of stats_values.
create table session_facts (
  workspace_id uuid not null,
  session_id uuid not null,
  visitor_id uuid not null,
  active_at timestamptz not null,     -- when the visit's last message happened
  quarter integer not null,           -- of an hour, since 1970
  day integer not null,               -- since 1970, in the workspace's time zone
  page_views integer not null,
  engaged_ms integer not null,
  leads integer not null,
  conversions integer not null,
  source integer not null,
  campaign integer not null,
  browser integer not null,
  landing_page integer not null,
  exit_page integer not null,
  city integer not null,
  company integer not null,
  origin integer not null,
  sessions smallint not null,         -- 1 where the visit began, else 0
  bounces smallint not null,
  channel smallint not null,
  country smallint not null,
  device smallint not null,
  channel_group smallint not null,
  agent smallint not null,
  share smallint not null,            -- 0 to 63, of the visitor: for samples
  is_test boolean not null,
  pages integer[],                    -- null: not read yet
  page_counts integer[],              -- views of each of them; null: one of each
  os integer not null default 0,
  revenue jsonb,                      -- of its conversions, by currency; null: nothing is told of it
  primary key (workspace_id, session_id, visitor_id, is_test, quarter)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index session_facts_active on session_facts (workspace_id, visitor_id, is_test, day) where sessions = 1;
-- Visits of many days: facts are written in the order of their days, so that a range of days is a range of the table. A list of the
-- visits of a month by the index of days is larger than a quarter of what it finds.
create index session_facts_by_day
  on session_facts using brin (day) with (pages_per_range='32', autosummarize='on');
create index session_facts_days
  on session_facts (workspace_id, is_test, day, share) include (visitor_id, sessions, bounces, channel, country, device, channel_group, agent, quarter, page_views, engaged_ms, leads, conversions, source, campaign, browser, landing_page, exit_page, city, company);
-- Visits of more than a day, of which there are few: who was still there at a time, however long ago they began.
create index session_facts_long on session_facts (workspace_id, is_test, active_at)
  where sessions = 1 and (active_at - '1970-01-01 00:00:00+00'::timestamp with time zone) > ((quarter + 100)::double precision * '00:15:00'::interval);
create index session_facts_many_pages on session_facts (workspace_id, is_test, day)
  where sessions > 0 and coalesce(cardinality(pages), 0) > 100;
-- In a transaction of its own, in which figures are read as before.
-- What conversions are worth where no sums of it are kept.
create index session_facts_paid on session_facts (workspace_id, is_test, day) where revenue is not null;
-- A quarter of the visitors: which pages they saw is read from this index alone, where all facts would be too many to read
-- while somebody waits. Visits with so many pages that they do not fit have one of their own.
create index session_facts_sample on session_facts (workspace_id, is_test, share, day) include (visitor_id, session_id, quarter, pages, page_counts)
  where share < 16 and sessions > 0 and coalesce(cardinality(pages), 0) <= 100;

-- visitor_id is part of the key: a session id that two visitors send is two sessions.
-- What a message says about the device and the place is taken from the first message.
create table sessions (
  workspace_id uuid not null,
  visitor_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  started_at timestamptz not null,
  last_activity_at timestamptz not null,
  ended_at timestamptz,
  first_event_id uuid not null,
  exit_event_id uuid not null,
  event_count integer not null,
  page_view_count integer not null,
  engaged_ms integer not null,
  source text not null,
  entry_url text not null,
  exit_url text not null,
  referrer text not null,
  campaign jsonb,
  click_ids jsonb,
  ip text not null,
  city text not null,
  country text not null,
  user_agent text not null,
  locale text not null,
  timezone text not null,
  screen text not null,               -- WIDTHxHEIGHT
  library text not null,
  -- With first_event_id: the message that source, entry page, device and place are from: the earliest
  -- of those that name the session, else of all; before that, of those that tell a page.
  opening_at timestamptz not null,
  -- With exit_event_id: the message that exit_url is from; -infinity when no message told a page.
  exit_at timestamptz not null,
  -- Some message names it; false: the service made it for messages that name none.
  named boolean not null default true,
  -- Some message of the visitor names no session, so that a late one may move where sessions begin.
  visitor_assigned boolean not null default false,
  -- Why it is taken for a bot's visit: JSON text of name, operator, category and reasons; '' when not.
  bot text not null default '',
  campaign_id uuid,
  asn integer not null default 0,
  network_owner text not null default '',
  connection text not null default '',
  company_id uuid,                    -- The network's owner, where that is a business.
  found_bot text not null default '',
  activity_count integer not null default 0,
  counted_messages integer not null default 0,
  primary key (workspace_id, visitor_id, id, is_test)
) with (fillfactor=70);
-- Of the few visitors whose messages name no session; the others' are never looked for by time.
create index sessions_assigned on sessions (workspace_id, visitor_id, started_at) where visitor_assigned;
create index sessions_campaign on sessions (workspace_id, is_test, campaign_id, started_at)
  where campaign_id is not null;
create index sessions_country on sessions (workspace_id, is_test, country, visitor_id) where country <> '';
-- Visits of a workspace, newest first. started_at changes for late messages only, so that updates of sessions
-- stay in their page (HOT); an index on last_activity_at would end that.
create index sessions_newest on sessions (workspace_id, is_test, started_at desc, id desc, visitor_id desc);

-- Links to figures, for people without an account. What a link tells never changes: another one is made instead.
create table shares (
  workspace_id uuid not null,
  id uuid not null,
  token_hash bytea not null,          -- SHA-256 of what stands in the link
  page text not null check (page in ('overview', 'companies', 'campaigns', 'conversions')),
  name text not null,
  query jsonb not null,
  reveals text[] not null,
  password_hash text,                 -- scrypt, with its parameters and salt; null: the link alone is enough
  created_by uuid,                    -- a member; null is the command line
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz,
  view_id uuid,
  primary key (workspace_id, id)
);
create index shares_token on shares (token_hash);

-- With these a site's backend signs what it sends. As they are: a fingerprint could not check a signature.
create table signing_secrets (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  secret text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  created_by uuid,
  revoked_by uuid,
  primary key (workspace_id, id)
);
create trigger signing_secrets_revoked before update of revoked_at on signing_secrets for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at) execute function keep_revoked();

-- How far a ClickHouse beside PostgreSQL has what is stored of a workspace. Outlives the workspace: until that has been erased there.
create table sink_positions (
  workspace_id uuid not null,
  target text not null,               -- which ClickHouse; in another one everything begins anew
  phase text not null default 'visits' check (phase in ('visits', 'events', 'following')),
  -- the last visit, by visitor and id, or event that the first fill has sent
  filled_until uuid[] not null default '{}',
  collected pg_snapshot not null default pg_current_snapshot(), -- The changes that it sees have been sent.
  -- Of the rows that are read next: whoever reads later has a higher one, in whichever process.
  version bigint not null default 0,
  -- rows there that a new fill has not sent again, and removes at its end
  stale_below bigint not null default 0,
  removed_before timestamptz,         -- events of before have been removed there
  holder uuid,                        -- whose turn it is, and until when
  held_until timestamptz not null default '-infinity',
  rows_sent bigint not null default 0,
  sent_at timestamptz,
  primary key (workspace_id)
) with (fillfactor=50);

-- Of all facts: on how many visitors' active days the one before was that day. Visitors of a range are those of its days whose day before lies
-- before the range.
create table stats_active_days (
  workspace_id uuid not null,
  is_test boolean not null,
  day integer not null,
  previous_day integer not null,      -- -1000: none
  visitors bigint not null,
  primary key (workspace_id, is_test, day, previous_day)
) with (fillfactor=80);

-- Sums of the settled facts, by day for each value of a dimension; and what changed in pairs of values after these were kept in stats_pairs.
create table stats_days (
  workspace_id uuid not null,
  day integer not null,               -- of pairs as in stats_pairs
  first_value integer not null,
  second_value integer not null,      -- 0 where there is one dimension
  sessions integer not null,
  page_views integer not null,
  bounces integer not null,
  leads integer not null,
  conversions integer not null,
  dimensions smallint not null,       -- 16 × the first + the second
  is_test boolean not null,
  engaged_ms bigint not null,
  primary key (workspace_id, is_test, dimensions, day, first_value, second_value)
) with (fillfactor=90);

-- Which visits are to be counted anew: appended with what changes them, taken away by whoever has counted.
create table stats_marks (
  workspace_id uuid not null,
  marked_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  visitor_id uuid not null,
  session_id uuid not null,           -- all zeros: what a visitor has without a session, as leads of the API
  is_test boolean not null,
  primary key (workspace_id, marked_at, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

-- Sums of pairs of values of days that are over, many to a row: a row for each pair took twelve times the room, and was written again
-- for each twenty thousand visits.
create table stats_pairs (
  workspace_id uuid not null,
  is_test boolean not null,
  dimensions smallint not null,       -- 16 × the first + the second
  day integer not null,               -- since 1970, in the workspace's time zone
  first_value integer not null,
  second_values integer[] not null,
  sessions integer[],                 -- of each of them; null: all are 0, as in all that follow
  page_views integer[],
  bounces integer[],
  engaged_ms bigint[],
  leads integer[],
  conversions integer[],
  primary key (workspace_id, is_test, dimensions, day, first_value)
);

-- Sums of the settled facts, by quarter of an hour.
create table stats_quarters (
  workspace_id uuid not null,
  is_test boolean not null,
  quarter integer not null,
  sessions bigint not null,
  page_views bigint not null,
  bounces bigint not null,
  engaged_ms bigint not null,
  leads bigint not null,
  conversions bigint not null,
  primary key (workspace_id, is_test, quarter)
) with (fillfactor=80);

-- Of a day by each value of each dimension that visits have one of. An amount is never added to one of another currency.
create table stats_revenue (
  workspace_id uuid not null,
  is_test boolean not null,
  dimensions smallint not null,       -- one, as in stats_days
  day integer not null,
  first_value integer not null,
  currency text not null,
  revenue numeric not null,
  facts integer not null,             -- it is the sum of so many: of none there is no row
  primary key (workspace_id, is_test, dimensions, day, first_value, currency)
);

-- How far a workspace's figures have been made: first what is there is taken away, then all is marked, table by table.
create table stats_state (
  workspace_id uuid not null,
  phase text not null check (phase in ('clearing', 'sessions', 'test_sessions', 'leads', 'conversions', 'kept')),
  time_zone text not null,            -- whose days the facts have
  collected pg_snapshot not null default '1:1:',
  pairs_until integer not null default '-3', -- Pairs are kept of the days before this one,
  marked_until text[],                -- where marking goes on: the key of the last row, in its order
  primary key (workspace_id)
);

-- Numbers for what is counted by; 0 is the empty text.
create table stats_values (
  workspace_id uuid not null,
  kind smallint not null,
  id integer not null,
  value text not null,
  primary key (workspace_id, kind, id)
);
create unique index stats_values_value on stats_values (workspace_id, kind, value);

-- What a message said of a person, and had no right to: kept with the reason, to be looked at.
create table suggestions (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  visitor_id uuid not null,
  identity_id uuid,
  event_id uuid not null,
  kind text not null,
  value jsonb not null,
  reason text not null,
  by_right text not null check (by_right in ('public', 'device', 'signed', 'api')),
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create index suggestions_identity on suggestions (workspace_id, identity_id, created_at desc, id desc);
-- The newest of a workspace are kept.
create index suggestions_newest on suggestions (workspace_id, is_test, created_at desc, id desc);
create index suggestions_visitor on suggestions (workspace_id, visitor_id);

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
  last_non_direct_from integer,
  last_non_direct_until integer,
  last_touch_from integer,
  last_touch_until integer,
  first_touch_from integer,
  first_touch_until integer,
  linear_from integer,
  linear_until integer,
  position_from integer,
  position_until integer,
  time_decay_from integer,
  time_decay_until integer,
  place smallint not null,            -- in the order in which the visits began, from 1
  is_test boolean not null,
  subject_type text not null check (subject_type in ('conversion', 'lead')),
  source text not null,               -- website, referral or campaign
  primary key (workspace_id, subject_id, subject_type, place),
  check (num_nulls(first_touch_from, first_touch_until) <> 1 and first_touch_from >= 0 and first_touch_from < first_touch_until and first_touch_until <= 1000000),
  check (num_nulls(last_non_direct_from, last_non_direct_until) <> 1 and last_non_direct_from >= 0 and last_non_direct_from < last_non_direct_until and last_non_direct_until <= 1000000),
  check (num_nulls(last_touch_from, last_touch_until) <> 1 and last_touch_from >= 0 and last_touch_from < last_touch_until and last_touch_until <= 1000000),
  check (num_nulls(linear_from, linear_until) <> 1 and linear_from >= 0 and linear_from < linear_until and linear_until <= 1000000),
  check (num_nulls(position_from, position_until) <> 1 and position_from >= 0 and position_from < position_until and position_until <= 1000000),
  check (num_nulls(time_decay_from, time_decay_until) <> 1 and time_decay_from >= 0 and time_decay_from < time_decay_until and time_decay_until <= 1000000)
);
create index touchpoints_campaign on touchpoints (workspace_id, campaign_id, subject_type, occurred_at)
  where campaign_id is not null;

-- Codes of the last minutes, each of which is good once.
create table used_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- By what somebody may sign in: a password, or the account at the operator's OpenID provider.
create table user_accounts (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,                      -- scrypt; null at a provider
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
create unique index user_accounts_account on user_accounts (provider_id, account_id);
create index user_accounts_user on user_accounts (user_id);

create table user_passkeys (
  id uuid not null,
  user_id uuid not null,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  primary key (id)
);
create unique index user_passkeys_credential on user_passkeys (credential_id);
create index user_passkeys_user on user_passkeys (user_id);

-- By what a session was begun: `totp` stands for a password and a code, `link` for a one-time link.
create table user_sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,                -- in the cookie it is signed
  proved_by text not null check (proved_by in ('password', 'totp', 'passkey', 'oidc', 'link')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip_address text not null default '',
  user_agent text not null default '',
  proved_at timestamptz not null default now(), -- when whoever has the session last proved who they are
  primary key (id)
);
-- The token is stored as its SHA-256, in hexadecimal.
create unique index user_sessions_token on user_sessions (token);
create index user_sessions_user on user_sessions (user_id);

create table user_two_factors (
  id uuid not null,
  user_id uuid not null,
  secret text not null,               -- encrypted, as are the codes
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  primary key (id)
);
create unique index user_two_factors_user on user_two_factors (user_id);

-- What somebody was given and brings back: tokens of links, hashed; challenges.
create table user_verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
create index user_verifications_expired on user_verifications (expires_at);
create index user_verifications_identifier on user_verifications (identifier);

create table users (
  id uuid not null,
  email text not null,
  name text not null default '',
  avatar text not null default '',
  username text not null default '',
  language text not null default 'en',
  created_at timestamptz not null default now(),
  email_verified boolean not null default false,
  two_factor_enabled boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (id)
);
create unique index users_email on users (lower(email));

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
  check ( case kind when 'undo' then undoes is not null and visitor_id is null and company_id is null when 'not_company' then undoes is null and company_id is not null when 'company' then undoes is null and company_id is not null and visitor_id is not null else undoes is null and company_id is null and visitor_id is not null end)
);
create index verdicts_company on verdicts (workspace_id, company_id) where company_id is not null;
create index verdicts_newest on verdicts (workspace_id, is_test, created_at desc, id desc)
  where undoes is null;
create unique index verdicts_undone on verdicts (workspace_id, undoes) where undoes is not null;
create index verdicts_visitor on verdicts (workspace_id, visitor_id) where visitor_id is not null;

create table visitor_list_members (
  workspace_id uuid not null,
  list_id uuid not null,
  type text not null check (type in ('visitor', 'identity')),
  member_id uuid not null,
  created_at timestamptz not null default now(),
  shown_id uuid,
  primary key (workspace_id, list_id, type, member_id)
);
create index visitor_list_members_member on visitor_list_members (workspace_id, member_id);
create index visitor_list_members_newest
  on visitor_list_members (workspace_id, list_id, created_at desc, member_id desc);
create index visitor_list_members_shown on visitor_list_members (workspace_id, shown_id)
  where shown_id is not null;

create table visitor_lists (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null,
  color text not null check (color ~ '^#[0-9A-Fa-f]{6}$'),
  created_at timestamptz not null default now(),
  of text check (of in ('visitors', 'identities')),
  filter jsonb,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  check ((of is null) = (filter is null))
);
create index visitor_lists_newest on visitor_lists (workspace_id, created_at desc, id desc);

-- What a visitor's sessions do not tell: when and how the visitor came first. Counts and the last
-- visit are read from the sessions, so that an event writes one row less.
create table visitors (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  first_seen_at timestamptz not null,
  first_event_id uuid not null,       -- with first_seen_at: which message the others are from
  source text not null,               -- website, referral or campaign
  entry_url text not null,
  referrer text not null,
  campaign jsonb,
  click_ids jsonb,
  opening_at timestamptz not null,
  named boolean not null default true,
  bot text not null default '',
  channel text,
  found_bot text not null default '',
  primary key (workspace_id, id, is_test)
);
create index visitors_bots on visitors (workspace_id, is_test, first_seen_at desc, id desc) where bot <> '';
create index visitors_channel on visitors (workspace_id, is_test, channel, first_seen_at desc, id desc)
  where bot = '';
create index visitors_newest on visitors (workspace_id, is_test, first_seen_at desc, id desc) where bot = '';
create index visitors_without_channel on visitors (workspace_id, id) where channel is null;

-- Keys that were shown over MCP what visitors wrote, and when last: what they write is previewed for a while after.
create table wary_keys (
  workspace_id uuid not null,
  key_id uuid not null,
  shown_at timestamptz not null,
  primary key (workspace_id, key_id)
) with (fillfactor=50);

create table workspace_members (
  workspace_id uuid not null,
  user_id uuid not null,
  workspace_role text not null,
  joined_at timestamptz not null default now(),
  pii text not null default 'shown',
  primary key (workspace_id, user_id),
  check (pii = 'shown' or pii = 'hidden' and workspace_role <> 'admin')
);
create index workspace_members_user on workspace_members (user_id);

create table workspaces (
  workspace_id uuid not null,
  name text not null,
  features text[] not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  visitor_secret text not null default gen_random_uuid()::text || gen_random_uuid()::text,
  second_factor_required boolean not null default false,
  deleted_at timestamptz,
  events_kept_since timestamptz,      -- null: all events are there
  events_kept_told_at timestamptz,
  closed_at timestamptz,              -- nobody has access from then on
  -- Its data is removed after that; null: it is not closed, or is being removed.
  removed_after timestamptz,
  closed_with jsonb,                  -- the features and members that it had, to be restored
  primary key (workspace_id)
);
create index workspaces_closed on workspaces (removed_after) where removed_after is not null;
create index workspaces_deleted on workspaces (deleted_at) where deleted_at is not null;

-- Who sees what.
-- account_secrets: the owner's alone.
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy workspace on api_keys to footfall_app
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy system on api_keys to current_user
  using (true) with check (true);
grant select, insert (workspace_id, id, kind, name, key_hash, key_text, hint, scopes, origins, server_only, rate_limit_per_minute, pii, created_by, replaces, expires_at), update (revoked_at, revoked_by) on api_keys to footfall_app;
-- application_login: the owner's alone.
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy workspace on audit_log to footfall_app
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy system on audit_log to current_user
  using (true) with check (true);
grant select, insert, update (resource_id) on audit_log to footfall_app;
call protect_workspace_table('campaign_spend');
call protect_workspace_table('campaigns');
call protect_workspace_table('change_floors');
call protect_workspace_table('changes');
call protect_workspace_table('companies');
call protect_workspace_table('company_details');
call protect_workspace_table('company_evidence');
call protect_workspace_table('company_imports');
call protect_workspace_table('consents');
call protect_workspace_table('conversions');
call protect_workspace_table('corrections');
call protect_workspace_table('daily_usage');
call protect_workspace_table('erased_names');
call protect_workspace_table('erasure_parts');
-- erasure_secrets: the owner's alone.
call protect_workspace_table('erasures');
call protect_workspace_table('events');
call protect_workspace_table('failed_events');
call protect_workspace_table('idempotent_answers');
call protect_workspace_table('identities');
call protect_workspace_table('identity_links');
call protect_workspace_table('invitations');
call protect_workspace_table('jobs');
call protect_workspace_table('kept_visits');
call protect_workspace_table('leads');
call protect_workspace_table('list_change_slices');
call protect_workspace_table('list_changes');
call protect_workspace_table('list_upkeep');
call protect_workspace_table('message_day_marks');
call protect_workspace_table('message_days');
call protect_workspace_table('network_secrets');
call protect_workspace_table('open_facts');
call protect_workspace_table('past_edits');
call protect_workspace_table('people_holds');
call protect_workspace_table('personalities');
call protect_workspace_table('previewed_writes');
call protect_workspace_table('record_counts');
call protect_workspace_table('refused_evidence');
call protect_workspace_table('retention_runs');
call protect_workspace_table('saved_views');
-- schema_migrations: the owner's alone.
call protect_workspace_table('search_pending');
call protect_workspace_table('search_records');
call protect_workspace_table('search_tokens');
alter table security_events enable row level security;
alter table security_events force row level security;
create policy workspace on security_events to footfall_app
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy system on security_events to current_user
  using (true) with check (true);
grant insert on security_events to footfall_app;
call protect_workspace_table('session_facts');
call protect_workspace_table('sessions');
alter table shares enable row level security;
alter table shares force row level security;
create policy workspace on shares to footfall_app
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy system on shares to current_user
  using (true) with check (true);
grant select, insert, update (views, last_viewed_at), delete on shares to footfall_app;
alter table signing_secrets enable row level security;
alter table signing_secrets force row level security;
create policy workspace on signing_secrets to footfall_app
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy system on signing_secrets to current_user
  using (true) with check (true);
grant select, insert (workspace_id, id, name, secret, created_by), update (revoked_at, revoked_by) on signing_secrets to footfall_app;
call protect_workspace_table('sink_positions');
call protect_workspace_table('stats_active_days');
call protect_workspace_table('stats_days');
call protect_workspace_table('stats_marks');
call protect_workspace_table('stats_pairs');
call protect_workspace_table('stats_quarters');
call protect_workspace_table('stats_revenue');
call protect_workspace_table('stats_state');
call protect_workspace_table('stats_values');
call protect_workspace_table('suggestions');
call protect_workspace_table('touchpoints');
-- used_codes: the owner's alone.
-- user_accounts: the owner's alone.
alter table user_passkeys enable row level security;
alter table user_passkeys force row level security;
create policy workspace on user_passkeys for select to footfall_app
  using (is_member_here(user_id));
create policy system on user_passkeys to current_user
  using (true) with check (true);
grant select on user_passkeys to footfall_app;
alter table user_sessions enable row level security;
alter table user_sessions force row level security;
create policy workspace on user_sessions for select to footfall_app
  using (is_member_here(user_id));
create policy system on user_sessions to current_user
  using (true) with check (true);
grant select on user_sessions to footfall_app;
-- user_two_factors: the owner's alone.
-- user_verifications: the owner's alone.
alter table users enable row level security;
alter table users force row level security;
create policy workspace on users for select to footfall_app
  using (is_member_here(id));
create policy system on users to current_user
  using (true) with check (true);
grant select on users to footfall_app;
call protect_workspace_table('verdicts');
call protect_workspace_table('visitor_list_members');
call protect_workspace_table('visitor_lists');
call protect_workspace_table('visitors');
call protect_workspace_table('wary_keys');
call protect_workspace_table('workspace_members');
alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy workspace on workspaces to footfall_app
  using (workspace_id = current_workspace()) with check (workspace_id = current_workspace());
create policy system on workspaces to current_user
  using (true) with check (true);
grant select, insert (workspace_id, name, features), update (name, features, settings, second_factor_required, deleted_at, closed_at, removed_after, closed_with) on workspaces to footfall_app;
