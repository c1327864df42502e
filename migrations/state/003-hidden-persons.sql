create table hidden_person (
  person_id text primary key,
  reason text,
  hidden_at text not null
);
