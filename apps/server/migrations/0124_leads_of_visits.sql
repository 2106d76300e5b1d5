-- The leads of a visit, as figures look for them: those of somebody who comes often were gone through for each visit.
create index leads_visit on leads (workspace_id, visitor_id, session_id);
drop index leads_visitor;
