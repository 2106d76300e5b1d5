-- A job that failed too often is set aside until somebody decides about it, and is asked for anew beside it.
alter table jobs
  add column given_up_at timestamptz; -- null while it is tried

drop index jobs_due;
create index jobs_due on jobs (workspace_id, run_at, kind) where given_up_at is null;
create index jobs_given_up on jobs (workspace_id, given_up_at) where given_up_at is not null;
