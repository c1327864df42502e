-- What the bank published since the generation was built. `value` in ten-thousandths of a leu for `multiplier` units.
create table rate_observation (
  day text not null,
  currency text not null,
  multiplier integer not null,
  value bigint not null,
  primary key (day, currency)
);

-- When the bank last answered, and the newest day it told: one row a source.
create table rate_look (
  source text primary key,
  newest text not null,
  fetched_at text not null
);
