-- What the tax authority last said of a fiscal code. `found` is 0 or 1; `record` is null when it knows nothing of it.
create table fiscal_observation (
  cui bigint primary key,
  found integer not null,
  record text,
  fetched_at text not null,
  asked_at text
);

create index fiscal_observation_asked on fiscal_observation (asked_at);

create table balance_observation (
  cui bigint not null,
  year integer not null,
  found integer not null,
  record text,
  fetched_at text not null,
  primary key (cui, year)
);

-- Rendered answers that hold live data, tagged with the generation they were merged with.
create table merged_document (
  cui bigint primary key,
  generation text not null,
  fetched_at text not null,
  etag text not null,
  body bytea not null
);

create index merged_document_fetched on merged_document (fetched_at);
