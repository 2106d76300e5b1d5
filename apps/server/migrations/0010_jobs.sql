-- Work that follows from what was stored, done in the background: which kind of work, about whom or
-- what. Whoever asks for it never waits, not even for a job that is being done: where the pending
-- row of a subject is locked, a second one is added, and both are done at once by the next worker.
create table jobs (
  workspace_id uuid not null,
  kind text not null,
  subject uuid not null,
  is_test boolean not null,
  id uuid not null,
  run_at timestamptz not null,        -- not before
  attempts integer not null default 0, -- how often it failed
  last_error text not null default '',
  primary key (workspace_id, subject, is_test, kind, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- Not by kind first: as long as there are no statistics PostgreSQL would take it, rather than the
-- primary key, to look for a subject.
create index jobs_due on jobs (workspace_id, run_at, kind);
call protect_workspace_table('jobs');

-- What was stored by older versions is credited in the background.
insert into jobs (workspace_id, kind, subject, is_test, id, run_at)
select workspace_id, 'attribution', visitor_id, is_test, gen_random_uuid(), now()
from (select workspace_id, visitor_id, is_test from conversions
      union select workspace_id, visitor_id, is_test from leads) v;

-- What the behaviour of a person tells, as of their latest activity; how long ago that was is taken
-- into account when it is read.
create table personalities (
  workspace_id uuid not null,
  identity_id uuid not null,
  is_test boolean not null,
  intent_score integer not null,
  stage text not null,
  persona text not null,
  reasons jsonb not null,
  model_version text not null,
  last_active_at timestamptz not null,
  -- Messages of all the person's visitors that were stored when it was computed; with more, it is outdated.
  event_count bigint not null,
  primary key (workspace_id, identity_id)
);
call protect_workspace_table('personalities');
