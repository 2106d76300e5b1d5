-- Under row level security a condition on lower(email) cannot use an index: lower() is not leakproof,
-- so it is evaluated only after the policy, on every identity of the workspace. A stored column's
-- plain comparison is leakproof, and finds one of 250,000 by the index.
alter table identities add column email_key text not null generated always as (lower(email)) stored;
drop index identities_email;
create unique index identities_email on identities (workspace_id, is_test, email_key) where email_key <> '';
