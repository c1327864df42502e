-- Letters to readers, queued in the transaction that makes what they tell true. `text` and `html` hold links that are secrets: emptied
-- when the letter was sent, or when its links ended (`ends_at`). Tried until `try_until`; nobody else sends it before `lease_until`.
-- `is_notice`: tells of what happened in an account, and is counted apart from what anybody can ask for. `state`: queued, sent, failed.
create table letter (
  id text primary key,
  recipient text not null,
  account_id text,
  kind text not null,
  is_notice integer not null,
  language text not null,
  subject text not null,
  text text,
  html text,
  queued_at text not null,
  next_try_at text not null,
  try_until text not null,
  ends_at text not null,
  tries integer not null,
  lease text,
  lease_until text not null,
  state text not null,
  last_error text,
  closed_at text
);

create index letter_due on letter (state, next_try_at);

create index letter_recipient on letter (recipient, queued_at);

create index letter_account on letter (account_id, queued_at);

create index letter_queued on letter (queued_at);

-- How many there ever were. Who queues one raises `asked` first, and by that waits for whoever is queueing another: so they are counted
-- one after the other, and no two take the last place under a limit.
create table letter_tally (
  event text primary key,
  letters bigint not null
);

insert into letter_tally (event, letters) values ('asked', 0), ('refused', 0), ('sent', 0), ('failed', 0);
