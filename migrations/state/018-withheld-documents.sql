-- Documents that no answer shows, by whoever runs this. `why` is told to callers.
create table withheld_document (
  id text primary key,
  why text not null,
  withheld_at text not null
);
