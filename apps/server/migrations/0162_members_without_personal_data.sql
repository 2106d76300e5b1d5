-- A member may see everything but personal data, as a key may.
alter table workspace_members add column pii text not null default 'shown';
-- Whoever administers could take it off again.
alter table workspace_members
  add constraint workspace_members_pii check (pii = 'shown' or (pii = 'hidden' and workspace_role <> 'admin'));
alter table invitations add column pii text not null default 'shown';
alter table invitations
  add constraint invitations_pii check (pii = 'shown' or (pii = 'hidden' and workspace_role <> 'admin'));
