-- By whose secrets the installation goes, as a digest of them, so that hosts with others are told apart also before there is a dataset,
-- which tells it from then on. One row, on PostgreSQL.
create table secrets_mark (
  one integer primary key,
  mark text not null
);
