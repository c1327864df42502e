-- How often persons were read, for audit: by day and operation, never by name.
create table person_read (
  day text not null,
  operation text not null,
  reads bigint not null,
  primary key (day, operation)
);
