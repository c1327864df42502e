-- What the lists of the procurement system said of a day, and collected reports by the day of their issue: one record a line, packed by
-- gzip; `size_bytes` and `sha256` are of what is unpacked. `asked_on`: the day on which the list was last asked; `asked_at`: the moment at which that began, by the database's clock in
-- milliseconds: what was asked earlier never takes the place of what was asked later. `is_from_file`: taken over from a file of one host,
-- as they were kept before. `url`: where the lists were asked.
create table procurement_increment (
  kind text not null,
  day text not null,
  asked_on text not null,
  asked_at bigint not null,
  is_from_file integer not null,
  url text,
  size_bytes bigint not null,
  sha256 text not null,
  content bytea not null,
  primary key (kind, day)
);
