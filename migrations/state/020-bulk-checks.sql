-- Lists of fiscal codes that readers had checked, until `expires_at`. Without an account whoever knows the id may look.
-- `lines`: what was sent, as JSON. `holder`: the thread that works on it, until `held_until`; then any other may go on.
create table bulk_check (
  id text primary key,
  account_id text,
  language text not null,
  day text not null,
  with_receipts integer not null,
  lines text not null,
  heading text,
  codes integer not null,
  done integer not null,
  state text not null,
  faults integer not null,
  holder text,
  held_until text not null,
  created_at text not null,
  finished_at text,
  expires_at text not null
);

create index bulk_check_open on bulk_check (state, held_until);

create index bulk_check_account on bulk_check (account_id, created_at);

create index bulk_check_expiry on bulk_check (expires_at);

-- What was found, `place` by place of the codes: `told` is JSON.
create table bulk_check_row (
  check_id text not null,
  place integer not null,
  cui text not null,
  standing text not null,
  told text not null,
  receipt text,
  checked_at text not null,
  primary key (check_id, place)
);
