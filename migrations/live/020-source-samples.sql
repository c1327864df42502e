-- The newest small sample of each source: whether it had the known shape (`known`, `differs`, `silent`).
create table source_sample (
  source text primary key,
  state text not null,
  sampled_at text not null
);
