-- Tokens that open something are stored by their hash alone: who reads the database, or a copy of it, is not signed in.
-- Sessions that go on keep going on. An older process, which looks for the tokens themselves, finds none of them.
update user_sessions set token = encode(sha256(decode(token, 'escape')), 'hex');
drop index user_sessions_token;
-- The token is stored as its SHA-256, in hexadecimal.
create unique index user_sessions_token on user_sessions (token);

-- What a provider gave for its own API is used for nothing here.
update user_accounts
set access_token = null, refresh_token = null, id_token = null,
    access_token_expires_at = null, refresh_token_expires_at = null
where access_token is not null or refresh_token is not null or id_token is not null;

-- The state of a sign-in at a provider is in the browser now; challenges of the last minutes are asked for again.
delete from user_verifications where value like '{%';
