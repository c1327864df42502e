create table account (
  id text primary key,
  email text,
  created_at text not null
);

create table subscription (
  account_id text primary key references account (id),
  state text not null,
  since text not null,
  until text
);

create table api_key (
  id text primary key,
  account_id text not null references account (id),
  digest text not null unique,
  hint text not null,
  created_at text not null,
  expires_at text,
  revoked_at text,
  last_used_at text
);

create index api_key_account on api_key (account_id);
