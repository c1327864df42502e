-- PostgreSQL only: what the data folder's files are in SQLite.
create table installation (
  id integer primary key check (id = 1),
  country text not null,
  current text
);

-- `retired_at`: when it stopped being served; its parts are dropped some time after that.
create table generation (
  id text primary key,
  manifest text not null,
  retired_at timestamptz
);

-- Every schema that holds a part, from before it is made, so that what a killed build leaves is found.
create table part (
  id text primary key
);
