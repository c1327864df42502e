-- Passkeys of accounts: public keys only, by the name under which an authenticator knows them. `counter` never goes back.
create table passkey (
  id text primary key,
  account_id text not null references account (id),
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  backed_up integer not null,
  created_at text not null,
  last_used_at text
);
create index passkey_account on passkey (account_id);

-- Challenges that were answered, until they would have ended anyway: none is taken twice. They are signed, so the others lie nowhere.
create table passkey_challenge (
  digest text primary key,
  expires_at text not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
