-- In which letters are written to its owner; why nothing of it works any more, where an operator blocked it.
alter table account add column language text not null default 'ro';
alter table account add column blocked_at text;
alter table account add column block_reason text;

-- When the owner last proved to hold the account, by what (`password`, `passkey`, `link`, `demo`), and in which browser.
alter table browser_session add column authenticated_at text;
alter table browser_session add column method text not null default 'password';
alter table browser_session add column agent text;
update browser_session set authenticated_at = created_at;

-- Links that were mailed, by the digest of their secret: each works once, and for a while. `purpose`: `signUp` (no account yet), `reset`,
-- `email` (the account's new address).
create table one_time_link (
  digest text primary key,
  purpose text not null,
  account_id text references account (id),
  email text not null,
  language text not null,
  created_at text not null,
  expires_at text not null,
  used_at text
);
create index one_time_link_account on one_time_link (account_id);
create index one_time_link_expires on one_time_link (expires_at);

-- What happened to an account, for its owner to read. `place`: the network it came from, never a whole address; null where it was no browser.
create table account_event (
  id text primary key,
  account_id text not null references account (id),
  at text not null,
  kind text not null,
  about text,
  place text,
  agent text
);
create index account_event_account on account_event (account_id, at);
