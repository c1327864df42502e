-- The next free moment of each source, for all processes of an installation. Milliseconds.
create table source_pace (
  source text primary key,
  next_at bigint not null
);

create table refresh_lease (
  record text primary key,
  holder text not null,
  until bigint not null
);

create table source_state (
  source text primary key,
  last_success text,
  last_failure text,
  failure_reason text,
  breaker text,
  latency_ms integer
);
