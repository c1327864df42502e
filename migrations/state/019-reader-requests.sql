-- What readers ask of whoever runs this: to hide a person (`hide`), or to mend a record (`error`). No mail is sent: who asked reads the
-- answer with a token, of which only the digest is kept. Nothing says from where it was sent. `concerned`: companies and links of a
-- person, or the record (`company:90000014`). `state`: open, done, refused. Open ones stay; answered ones go after a stated time.
create table reader_request (
  id text primary key,
  kind text not null,
  token_digest text not null unique,
  language text not null,
  subject text,
  concerned text not null,
  reason text not null,
  source text,
  mail text,
  state text not null,
  answer text,
  created_at text not null,
  answered_at text
);
create index reader_request_state on reader_request (state, created_at);
create index reader_request_answered on reader_request (answered_at);
