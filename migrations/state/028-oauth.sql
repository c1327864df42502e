-- What the authorization server keeps, by kind (Client, Grant, AccessToken …) and by the digest of its id: the id of a token is the token.
-- Grants and apps lie under their id itself, which opens nothing. `payload` holds no id. `consumed_at`: a code or a refresh token works
-- once. `used_at`: when an app last spoke for its account.
create table oauth_record (
  kind text not null,
  digest text not null,
  payload text not null,
  account_id text references account (id),
  client_id text,
  grant_id text,
  created_at text not null,
  expires_at text,
  consumed_at text,
  used_at text,
  primary key (kind, digest)
);
create index oauth_record_account on oauth_record (account_id, kind);
create index oauth_record_grant on oauth_record (grant_id);
create index oauth_record_expires on oauth_record (expires_at);
