-- Records of the tax authority, in its own words, over which somebody holds a receipt: nobody can be asked for them again.
create table receipted_record (
  cui bigint not null,
  day text not null,
  sha256 text not null,
  raw text not null,
  fetched_at text not null,
  primary key (cui, day, sha256)
);
