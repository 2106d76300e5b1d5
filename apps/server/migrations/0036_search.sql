-- What is searched for as one types: beginnings of words, and of parts of words, of what is written in people,
-- companies and leads. A B-tree alone: with row level security no index answers `like`.
create table search_tokens (
  workspace_id uuid not null,
  is_test boolean not null,
  kind text not null check (kind in ('identity', 'company', 'lead')),
  token text collate "C" not null,    -- folded; from the inside of a word with * before it
  id uuid not null,
  primary key (workspace_id, is_test, kind, token, id)
);
call protect_workspace_table('search_tokens');

-- Which tokens a record has, one a line, so that those that go are found.
create table search_records (
  workspace_id uuid not null,
  kind text not null check (kind in ('identity', 'company', 'lead')),
  id uuid not null,
  is_test boolean not null,
  tokens text not null,
  primary key (workspace_id, kind, id)
);
call protect_workspace_table('search_records');

-- Records that were written since their tokens were. Triggers note them, so that nothing that writes
-- can forget to; the transaction's number makes each row its own, so that nobody waits.
create table search_pending (
  workspace_id uuid not null,
  xact bigint not null default pg_current_xact_id()::text::bigint,
  kind text not null check (kind in ('identity', 'company', 'lead')),
  id uuid not null,
  primary key (workspace_id, xact, kind, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
call protect_workspace_table('search_pending');

create function note_searched_rows() returns trigger language plpgsql as $$
begin
  insert into search_pending (workspace_id, kind, id)
  select workspace_id, tg_argv[0], id from changed on conflict do nothing;
  return null;
end $$;

create function note_searched_row() returns trigger language plpgsql as $$
begin
  insert into search_pending (workspace_id, kind, id)
  values (new.workspace_id, tg_argv[0], new.id) on conflict do nothing;
  return null;
end $$;

-- A link matters where it gives a person a further address; the usual one repeats what the person has.
create function note_searched_links() returns trigger language plpgsql as $$
begin
  insert into search_pending (workspace_id, kind, id)
  select distinct l.workspace_id, 'identity', l.identity_id from changed l
  where l.owns_email and l.email_key <> '' and l.identity_id is not null and not exists (
    select from identities i
    where i.workspace_id = l.workspace_id and i.id = l.identity_id and i.email_key = l.email_key)
  on conflict do nothing;
  return null;
end $$;

create function note_searched_link() returns trigger language plpgsql as $$
begin
  insert into search_pending (workspace_id, kind, id)
  select distinct new.workspace_id, 'identity', id from (values (old.identity_id), (new.identity_id)) t (id)
  where id is not null
  on conflict do nothing;
  return null;
end $$;

create trigger identities_searched_insert after insert on identities
  referencing new table as changed for each statement execute function note_searched_rows('identity');
create trigger identities_searched_update after update on identities for each row
  when (old.name is distinct from new.name or old.email is distinct from new.email
    or old.user_id is distinct from new.user_id)
  execute function note_searched_row('identity');
create trigger identities_searched_delete after delete on identities
  referencing old table as changed for each statement execute function note_searched_rows('identity');

create trigger identity_links_searched_insert after insert on identity_links
  referencing new table as changed for each statement execute function note_searched_links();
create trigger identity_links_searched_update after update on identity_links for each row
  when (new.email_key <> '' and (old.identity_id is distinct from new.identity_id
    or old.owns_email is distinct from new.owns_email or old.email is distinct from new.email))
  execute function note_searched_link();
create trigger identity_links_searched_delete after delete on identity_links
  referencing old table as changed for each statement execute function note_searched_links();

create trigger companies_searched_insert after insert on companies
  referencing new table as changed for each statement execute function note_searched_rows('company');
create trigger companies_searched_update after update on companies for each row
  when (old.name is distinct from new.name or old.domain is distinct from new.domain
    or old.network is distinct from new.network)
  execute function note_searched_row('company');
create trigger companies_searched_delete after delete on companies
  referencing old table as changed for each statement execute function note_searched_rows('company');

create trigger leads_searched_insert after insert on leads
  referencing new table as changed for each statement execute function note_searched_rows('lead');
create trigger leads_searched_update after update on leads for each row
  when (old.code is distinct from new.code or old.suspect is distinct from new.suspect)
  execute function note_searched_row('lead');
create trigger leads_searched_delete after delete on leads
  referencing old table as changed for each statement execute function note_searched_rows('lead');

-- What is there already is done in the background, as what is written from now on.
insert into search_pending (workspace_id, kind, id)
select workspace_id, 'identity', id from identities
union all select workspace_id, 'company', id from companies
union all select workspace_id, 'lead', id from leads;
