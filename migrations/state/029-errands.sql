-- What an agent asked its person to finish: by the digest of its id, which stands in the link and opens nothing without the browser of
-- the same account. `about`: the name of a key to make, or the id of one to revoke. `state`: open, done, declined; one that is open
-- after `expires_at` has expired. `answered_at`: when the agent brought the person's answer; it does so once.
create table errand (
  digest text primary key,
  account_id text not null references account (id),
  client_id text not null,
  kind text not null,
  about text,
  state text not null,
  created_at text not null,
  expires_at text not null,
  answered_at text,
  finished_at text
);

create index errand_account on errand (account_id, created_at);

create index errand_created on errand (created_at);

-- Calls of tools about the account, by day: who asked for what and how often; of what was said only a digest.
create table agent_call (
  account_id text not null references account (id),
  client_id text not null,
  tool text not null,
  arguments_digest text not null,
  day text not null,
  calls integer not null,
  first_at text not null,
  last_at text not null,
  primary key (account_id, client_id, tool, arguments_digest, day)
);

create index agent_call_day on agent_call (day);
