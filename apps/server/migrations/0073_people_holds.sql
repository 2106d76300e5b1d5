-- People of a long history while they are made anew: what names them, or is theirs, is left to the job meanwhile.
create table people_holds (
  workspace_id uuid not null,
  key text not null,     -- a visitor, address or user_id, with the environment
  held_by text not null, -- the same for all who are made anew together
  primary key (workspace_id, key)
);

call protect_workspace_table('people_holds');
