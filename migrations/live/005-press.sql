-- Press releases of the tax authority, as its page listed them. `attachments` is a JSON list.
create table press_release (
  url text primary key,
  slug text not null,
  title text not null,
  published_at text not null,
  office text not null,
  attachments text not null
);

create unique index press_release_slug on press_release (slug);

create index press_release_published on press_release (published_at);

-- When the page was last read: one row a source.
create table press_look (
  source text primary key,
  fetched_at text not null
);

-- What the files say. `found` is 0 or 1; `problem` says why one that was found has no text.
create table press_file (
  url text primary key,
  fetched_at text not null,
  found integer not null,
  size_bytes integer,
  pages integer,
  text text,
  problem text
);

-- The words of releases whose text we have, folded.
create table press_word (
  word text collate "C" not null,
  url text not null,
  primary key (word, url)
);

create index press_word_url on press_word (url);
