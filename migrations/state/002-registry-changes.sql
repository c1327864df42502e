-- What differs between two snapshots of the trade registry. The key makes writing the same pair twice change nothing;
-- `subject` is the officer and title a change is about, '' for changes of the firm itself.
create table registry_change (
  older text not null,
  newer text not null,
  day text not null,
  registration_number text not null,
  kind text not null,
  subject text not null,
  before text,
  after text,
  person_id text,
  title text,
  primary key (older, newer, registration_number, kind, subject)
);

create index registry_change_firm on registry_change (registration_number, day);

-- Pairs of registry parts that were compared to the end.
create table registry_change_pair (
  older text not null,
  newer text not null,
  completed_at text not null,
  primary key (older, newer)
);
