-- By what right something was said: `public` (a write key alone), `device` (a browser that said it before),
-- `signed` (a signing secret of the workspace) or `api`. What older versions stored counts as said by a
-- device: it stays as it is, joined and named as it was, until somebody with a stronger right says otherwise.
alter table identity_links
  add column by_right text not null default 'device' check (by_right in ('public', 'device', 'signed', 'api')),
  -- The address of the message is the person's.
  add column owns_email boolean not null default true,
  -- What the message weighs for its person: 1 anybody's word, 2 that of a device of theirs, 3 a proved one.
  add column weight smallint not null default 2 check (weight between 1 and 3);
-- What an older process still writes meanwhile is anybody's word.
alter table identity_links
  alter column by_right set default 'public', alter column owns_email set default false, alter column weight set default 1;

alter table conversions
  add column by_right text not null default 'device' check (by_right in ('public', 'device', 'signed', 'api'));
alter table conversions alter column by_right set default 'public';

create index conversions_external_id on conversions (workspace_id, is_test, external_id) where external_id <> '';

-- Who has named a person so far: its first visitor alone (`device`), signatures alone (`signed`), or `several`,
-- whose next word the whole history decides.
alter table identities
  add column told_by text not null default 'several' check (told_by in ('device', 'signed', 'several'));

-- With these a site's backend signs what it sends. As they are: a fingerprint could not check a signature.
create table signing_secrets (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  secret text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
call protect_workspace_table('signing_secrets');

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
create index suggestions_visitor on suggestions (workspace_id, visitor_id);
call protect_workspace_table('suggestions');
