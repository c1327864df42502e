-- How often each account used each operation, by key and UTC day; `key_id` is '' for its signed-in browsers.
-- Of all requests some were refused (4xx) and some failed (5xx).
create table usage_count (
  account_id text not null,
  day text not null,
  key_id text not null,
  operation text not null,
  requests bigint not null,
  refused bigint not null,
  failed bigint not null,
  primary key (account_id, day, key_id, operation)
);

create index usage_count_day on usage_count (day);
