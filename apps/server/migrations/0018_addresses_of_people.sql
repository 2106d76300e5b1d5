-- Whose an address is, however many messages gave it.
create index identity_links_owner on identity_links (workspace_id, is_test, email_key, linked_at, event_id)
  where owns_email and email_key <> '';

-- Of each name so many visitors are believed by public right, those who gave it first. What others said is kept, and
-- belongs to nobody: without an identity where the naming is not followed, else without its address.
alter table identity_links alter column identity_id drop not null;
alter table identity_links
  add column crowded boolean not null default false; -- So many others gave the address before that it does not count.

-- They lead from a name to those who are believed, visitor by visitor.
drop index identity_links_email;
create index identity_links_email on identity_links (workspace_id, is_test, email_key, by_right, visitor_id)
  where email_key <> '' and not crowded;
drop index identity_links_user;
create index identity_links_user on identity_links (workspace_id, is_test, user_id, by_right, visitor_id)
  where user_id is not null and identity_id is not null;
