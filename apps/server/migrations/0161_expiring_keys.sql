-- A key may expire; what expires is refused as what is revoked.
alter table api_keys add column expires_at timestamptz;
create index api_keys_expiring on api_keys (expires_at) where expires_at is not null;
grant insert (expires_at) on api_keys to footfall_app;
