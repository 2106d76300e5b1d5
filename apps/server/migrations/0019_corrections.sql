-- What somebody put right about who is who. Rows are only ever added: an `undo` points at what it takes back.
-- People are made from namings and from the corrections that are in force, in this order.
create table corrections (
  workspace_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  place integer not null,             -- 1, 2, 3 … in the workspace
  kind text not null check (kind in ('detach', 'split', 'join', 'undo')),
  identity_id uuid not null,          -- whom it was about, by the id of that time
  -- Of a join the other person; of a split the person that was made.
  other_identity_id uuid,
  -- The naming that is detached, or one of the person's; null for an undo.
  event_id uuid,
  visitor_id uuid,
  -- The same of the other person.
  other_event_id uuid,
  other_visitor_id uuid,
  selection jsonb not null default '{}', -- of a split: which visitors, addresses and user_ids it takes
  undoes uuid,
  actor_kind text not null check (actor_kind in ('key', 'member', 'command')),
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  check ((kind = 'undo') = (undoes is not null))
);
create unique index corrections_place on corrections (workspace_id, place);
create unique index corrections_undone on corrections (workspace_id, undoes) where undoes is not null;
create index corrections_newest on corrections (workspace_id, is_test, created_at desc, id desc)
  where undoes is null;
create index corrections_visitor on corrections (workspace_id, visitor_id) where visitor_id is not null;
create index corrections_other_visitor on corrections (workspace_id, other_visitor_id)
  where other_visitor_id is not null;
create index corrections_identity on corrections (workspace_id, identity_id);
create index corrections_other_identity on corrections (workspace_id, other_identity_id)
  where other_identity_id is not null;
call protect_workspace_table('corrections');

alter table identity_links
  -- Null: a naming that is detached, or that is left to the background.
  alter column identity_id drop not null,
  -- The id that the names of this message alone would give: by it the survivor of a merge is found.
  add column named_id uuid,
  -- Somebody corrected these people: what names them is left to the background, which follows the corrections.
  add column corrected boolean not null default false,
  add column detached_from uuid;      -- Whose link it would be.

-- As identityIdOf does.
update identity_links l
set named_id = (substr(h.x, 1, 8) || '-' || substr(h.x, 9, 4) || '-8' || substr(h.x, 13, 3) || '-' ||
  substr('89ab', (('x' || substr(h.x, 16, 1))::bit(4)::integer % 4) + 1, 1) || substr(h.x, 17, 3) || '-' ||
  substr(h.x, 20, 12))::uuid
from identity_links k, lateral (select encode(sha256(convert_to(
  'identity:' || k.workspace_id || ':' || k.is_test::text ||
  case when k.user_id is null then ':email:' || k.email_key else ':user:' || k.user_id end, 'UTF8')), 'hex') as x) h
where l.workspace_id = k.workspace_id and l.event_id = k.event_id;

create index identity_links_named on identity_links (workspace_id, named_id, linked_at);
create index identity_links_detached on identity_links (workspace_id, detached_from)
  where detached_from is not null;
create index identity_links_corrected_visitor on identity_links (workspace_id, visitor_id) where corrected;
create index identity_links_corrected_email on identity_links (workspace_id, is_test, email_key)
  where corrected and email_key <> '';
create index identity_links_corrected_user on identity_links (workspace_id, is_test, user_id)
  where corrected and user_id is not null;

-- What somebody set of a person under an id that nobody has now; it is so again when somebody has.
create table past_edits (
  workspace_id uuid not null,
  identity_id uuid not null,
  is_test boolean not null,
  is_favorite boolean not null,
  inherits_favorite boolean not null,
  traits jsonb not null,
  primary key (workspace_id, identity_id)
);
call protect_workspace_table('past_edits');
-- What the person has of those who were joined with them.
alter table identities
  add column inherited_favorite boolean not null default false,
  add column inherits_favorite boolean not null default true, -- False: somebody said that they are none all the same.
  add column inherited_traits jsonb not null default '{}';

-- Whom the member shows on its list: a person who was joined is shown as the survivor, once. Null: nobody.
alter table visitor_list_members add column shown_id uuid;
update visitor_list_members set shown_id = member_id;
create index visitor_list_members_shown on visitor_list_members (workspace_id, shown_id)
  where shown_id is not null;

-- Whose the lead was said to be, where that id is another person's, or nobody's, by now.
alter table leads add column told_identity_id uuid;
create index leads_told_identity on leads (workspace_id, told_identity_id) where told_identity_id is not null;
