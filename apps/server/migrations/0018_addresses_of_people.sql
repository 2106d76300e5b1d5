-- Whose an address is, however many messages gave it.
create index identity_links_owner on identity_links (workspace_id, is_test, email_key, linked_at, event_id)
  where owns_email and email_key <> '';
