-- Visitor lists, and the answers that are repeated for an Idempotency-Key.

create table visitor_lists (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null,
  color text not null check (color ~ '^#[0-9A-Fa-f]{6}$'),
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index visitor_lists_newest on visitor_lists (workspace_id, created_at desc, id desc);
call protect_workspace_table('visitor_lists');

create table visitor_list_members (
  workspace_id uuid not null,
  list_id uuid not null,
  type text not null check (type in ('visitor', 'identity')),
  member_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, list_id, type, member_id)
);
create index visitor_list_members_newest
  on visitor_list_members (workspace_id, list_id, created_at desc, member_id desc);
create index visitor_list_members_member on visitor_list_members (workspace_id, member_id);
call protect_workspace_table('visitor_list_members');

-- Kept for 24 hours. Belongs to the key that sent it: its answer may hold what another may not read.
create table idempotent_answers (
  workspace_id uuid not null,
  api_key_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  answer text not null,               -- JSON
  created_at timestamptz not null default now(),
  primary key (workspace_id, api_key_id, idempotency_key)
);
create index idempotent_answers_age on idempotent_answers (created_at);
call protect_workspace_table('idempotent_answers');
