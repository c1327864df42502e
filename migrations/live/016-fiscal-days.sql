-- What the tax authority said of a fiscal code on a day, which is never mixed with what it says of now. `raw` is its record in its
-- own words, which receipts are made over; `receipted` 1: somebody holds one, so it is not forgotten.
create table fiscal_day_observation (
  cui bigint not null,
  day text not null,
  found integer not null,
  record text,
  raw text,
  fetched_at text not null,
  receipted integer not null default 0,
  primary key (cui, day)
);

create index fiscal_day_observation_fetched on fiscal_day_observation (fetched_at) where receipted = 0;
