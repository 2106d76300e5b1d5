-- What campaigns cost, and which visits conversions and leads are credited to.

-- Of live campaigns; test data costs nothing.
create table campaign_spend (
  workspace_id uuid not null,
  campaign_id uuid not null,
  day date not null,                  -- in UTC, or in the time zone of the ad account
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount numeric not null check (amount >= 0),
  primary key (workspace_id, campaign_id, day, currency)
);
call protect_workspace_table('campaign_spend');

-- Made from sessions, identity links, conversions and leads, and can be made anew at any time. A model
-- that credits several visits has several rows for a subject.
create table touches (
  workspace_id uuid not null,
  subject_type text not null check (subject_type in ('conversion', 'lead')),
  subject_id uuid not null,
  model text not null check (model in ('first_touch', 'last_touch')),
  visitor_id uuid not null,           -- with session_id: the visit; of another visitor of the same person too
  session_id uuid not null,
  is_test boolean not null,
  occurred_at timestamptz not null,   -- when the conversion happened or the lead opened
  touched_at timestamptz not null,    -- when the visit began
  campaign_id uuid,
  source text not null,               -- website, referral or campaign
  primary key (workspace_id, subject_id, subject_type, model, visitor_id, session_id)
);
create index touches_campaign on touches (workspace_id, campaign_id, model, subject_type, occurred_at)
  where campaign_id is not null;
call protect_workspace_table('touches');
