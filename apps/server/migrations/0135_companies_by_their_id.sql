-- A company's id is made of its domain or its network, so the primary key alone keeps it from being there twice. The other two unique
-- indexes said the same and were written with each company; and of two transactions that meet at a new one, the second was refused
-- by whichever index saw it first instead of waiting for the first.
alter table companies drop column key;
drop index companies_domain;
create index companies_domain on companies (workspace_id, is_test, domain) where domain <> '';
