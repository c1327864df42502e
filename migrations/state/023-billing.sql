-- Who gave a plan: `operator` by a command, or `provider`, whom the account pays. A plan of the operator is none of the provider's business.
alter table subscription add column granted_by text not null default 'operator';

-- The payment provider's customer of an account. `heard_at`: when the provider last told how its subscriptions are. `holder`: who asks
-- the provider about it at the moment, until `held_until`; nobody else writes what they heard meanwhile, so that an older answer never
-- takes the place of a newer one. `failures`: questions in a row without an answer; the next is due at `next_at`.
create table billing_customer (
  account_id text primary key,
  customer text not null unique,
  created_at text not null,
  heard_at text,
  holder text,
  held_until text,
  failures integer not null,
  next_at text not null,
  fault text
);

create index billing_customer_heard on billing_customer (heard_at);

-- The one checkout of an account. `attempt` names it to the provider before we know its `session`: whoever asks twice gets the same one.
create table billing_checkout (
  account_id text primary key,
  attempt text not null,
  language text not null,
  origin text not null,
  created_at text not null,
  session text,
  url text
);

-- Subscriptions as the provider told them last. `place`: `main` is the one that counts, `surplus` one too many, which is ended at once
-- and paid back; `ended`. `surplus`: how far that is: `toCancel`, `toRefund`, `refunded`, `nothingPaid`, `refused` (an operator has to).
create table billing_subscription (
  id text primary key,
  account_id text not null,
  status text not null,
  created_at text not null,
  period_end text,
  ends_at text,
  place text not null,
  surplus text,
  invoice text
);

create index billing_subscription_account on billing_subscription (account_id);

create index billing_subscription_surplus on billing_subscription (surplus);

-- Every event that the provider sent, once. `state`: `waiting` until the provider was asked what it is about, then `done`; `ignored`
-- where it is none of ours, with the reason in `outcome`. Nothing of its content is kept.
create table billing_event (
  id text primary key,
  type text not null,
  customer text,
  account_id text,
  created_at text not null,
  received_at text not null,
  state text not null,
  outcome text,
  done_at text
);

create index billing_event_state on billing_event (state, received_at);

create index billing_event_account on billing_event (account_id, state);

-- How often something happened, on all hosts together.
create table billing_tally (
  event text primary key,
  times bigint not null
);
