-- The warmer looks for what was fetched longest ago, first among what callers asked for.
create index fiscal_observation_fetched on fiscal_observation (fetched_at);

create index fiscal_observation_asked_fetched on fiscal_observation (fetched_at) where asked_at is not null;
