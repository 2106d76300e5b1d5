-- Which devices are a person's is read from the index alone, for filters that ask where very many people are.
drop index identity_links_identity;
create index identity_links_identity on identity_links (workspace_id, identity_id, linked_at) include (visitor_id, is_test, weight);
-- Who saw a page is one statement now, which says itself how the table is read.
drop function visits_with_pages(boolean, integer[], integer[], integer, timestamptz);
