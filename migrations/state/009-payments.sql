-- One row per payment authorization (EIP-3009) that was sent. What was charged stays for good; the answer goes when it may no
-- longer be fetched. `identifier` and `bond` are digests.
create table payment (
  id text primary key,
  state text not null,
  network text not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  identifier text,
  amount bigint not null,
  valid_before bigint not null,
  bond text not null,
  request text not null,
  operation text not null,
  reason text,
  transaction_hash text,
  created_at text not null,
  lease_until text not null,
  settled_at text,
  delivered_at text,
  answer_headers text,
  answer bytea
);

-- One delivery per authorization, over all processes.
create unique index payment_authorization on payment (network, asset, payer, nonce);

-- One charge per name that a payer gave, whatever authorizations he signs for it.
create unique index payment_identifier on payment (payer, identifier);

create index payment_open on payment (state, lease_until);
