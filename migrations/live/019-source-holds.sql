-- Sources that have shut out our address: the installation sends no request before `until`, and then a single one as a probe. Moments
-- are milliseconds of the database's clock. `since`: the first refusal in a row; `seen_at` and `host`: the last one, and which host got it.
create table source_hold (
  source text primary key,
  since bigint not null,
  seen_at bigint not null,
  host text not null,
  until bigint not null
);
