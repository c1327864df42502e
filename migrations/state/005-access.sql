-- E-mail addresses are one account's each, in lower case; of accounts that shared one, the oldest keeps it.
update account set email = lower(email);

update account set email = null where exists (
  select 1 from account older
  where older.email = account.email and (older.created_at, older.id) < (account.created_at, account.id)
);

create unique index account_email on account (email);

-- In the form of the PHC strings: `$argon2id$v=19$m=…,t=…,p=…$salt$digest`.
alter table account add column password text;

-- `free`: a key of the free tier, which ended on 21 August 2026.
alter table api_key add column tier text not null default 'pro';

alter table api_key add column name text;

-- Signed-in browsers, by the digest of their cookie.
create table browser_session (
  digest text primary key,
  account_id text not null references account (id),
  created_at text not null,
  expires_at text not null
);

create index browser_session_account on browser_session (account_id);

-- Networks whose requests are refused, as CIDR; `automatic` is 1 for those that nobody wrote down by hand.
create table address_block (
  network text primary key,
  reason text not null,
  automatic integer not null,
  created_at text not null,
  expires_at text
);

-- Raised with every change that serving threads keep a copy of; they look at it several times a second.
create table change_count (
  topic text primary key,
  changes bigint not null
);
