-- What receipts are made over is kept in the state: an answer about a day can be asked for again.
drop index fiscal_day_observation_fetched;
alter table fiscal_day_observation drop column receipted;
create index fiscal_day_observation_fetched on fiscal_day_observation (fetched_at);
