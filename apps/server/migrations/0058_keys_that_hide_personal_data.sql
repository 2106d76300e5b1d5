-- Whether a secret key is told personal data. Keys that there are go on being told it.
alter table api_keys
  add column pii text not null default 'shown' check (pii in ('shown', 'hidden')),
  add check (pii = 'shown' or kind = 'secret');
