-- The documentation of a notice that somebody asked for, or whose turn came. `state` as in src/documents/states.ts.
create table documentation (
  notice text collate "C" primary key,
  -- The procurement system's own numbers of the notice and of its kind.
  system_id bigint not null,
  type_id integer not null,
  state text not null,
  -- ISO instant.
  since text not null,
  -- The version that `state` is about: the newest that was collected, before the first of them the one that is being collected.
  -- Null before any. While a newer one is collected this one stays.
  version integer,
  -- Since when there is something to show, ISO instant. Null: nothing is collected yet. A partial one that is collected again keeps it.
  collected_at text,
  -- Why it is partial or failed: a sentence as JSON; null otherwise.
  reason text,
  -- When the lists were last read, ISO instant.
  looked_at text,
  -- Milliseconds: when it is looked at next. Null: never again.
  due_at bigint,
  -- Milliseconds: since when a caller waits for it; null when nobody does. Those come first.
  asked_at bigint,
  -- Milliseconds: when a caller last waited for it; null: nobody ever did. Those go last when room is needed.
  wanted_at bigint,
  -- How often it failed in a row.
  attempts integer not null,
  -- Who collects it now, and until when nobody else does (milliseconds).
  held_by text,
  held_until bigint
);

create index documentation_due on documentation (due_at);

create index documentation_asked on documentation (asked_at);

-- The list of documents at a moment. One of other codes is another version.
create table documentation_version (
  notice text collate "C" not null,
  version integer not null,
  -- When this list was first seen, ISO instant.
  seen_at text not null,
  -- `collecting`, `available`, `partial`, `failed`, and `superseded` once a newer one is collected.
  state text not null,
  since text not null,
  primary key (notice, version)
);

-- One file that an authority uploaded. A revised one is another, with another code. Files of award notices hang on `report`.
create table document (
  -- `CN1096282-00003`: the code, for addresses.
  id text collate "C" primary key,
  notice text collate "C" not null,
  code text collate "C" not null,
  -- As the list gives it, with what seals put behind it.
  name text not null,
  section text not null,
  -- Day, where the list says it.
  published_on text,
  -- Of supplier-performance reports.
  ack_doc_id text,
  -- `listed`, `stored` (the file lies here, unopened), `opened` (unsealed, judged, its text read or given up), `failed`.
  state text not null,
  -- Why it failed: a sentence as JSON.
  reason text,
  attempts integer not null,
  fetched_at text,
  -- The file as it came.
  file_sha256 text,
  file_bytes bigint,
  -- What its seals hold; the file itself when it has none, null when there is nothing to read.
  content_sha256 text,
  content_bytes bigint,
  -- By its bytes, and without what seals put behind the name.
  media_type text,
  file_name text,
  -- `cms`, `pades`, `asic`, `xades`, `none`; null before it was opened.
  sealed text,
  -- The worst of its signatures; null when it has none.
  verdict text,
  -- JSON: `Unsealed.levels` of src/seals/seal.ts.
  levels text,
  -- Of a detached signature: the document that it signs. What it says of that one stands here.
  signs text collate "C",
  -- Which trust store judged them, and when (ISO instant).
  judged_by text,
  judged_at text
);

create unique index document_code on document (notice, code);

create index document_content on document (content_sha256);

create index document_file on document (file_sha256);

create index document_state on document (state);

create index document_signs on document (signs);

create index document_judged on document (judged_by);

create index document_report on document (ack_doc_id);

create table documentation_document (
  notice text collate "C" not null,
  version integer not null,
  document_id text collate "C" not null,
  primary key (notice, version, document_id)
);

create index documentation_document_id on documentation_document (document_id);

-- The text of a content, however many documents hold it. `state` and `missing` as in src/documents/reading/reading.ts.
create table content (
  key integer primary key,
  sha256 text collate "C" not null,
  state text not null,
  kind text not null,
  media_type text not null,
  pages_count integer,
  -- JSON.
  missing text not null,
  -- JSON: names, sizes and states of the files inside of an archive; null of everything else.
  entries text,
  -- Of the version of our readers: other readers read it again.
  read_by integer not null,
  read_at text not null,
  -- Whether pictures of text wait to be recognised: 0 or 1.
  ocr_due integer not null
);

create unique index content_sha256 on content (sha256);

create index content_ocr on content (read_at) where ocr_due = 1;

-- One row: whoever writes a content changes it first, so that two writers never take the same key.
create table content_turn (turns bigint not null);

insert into content_turn (turns) values (0);

-- Pages as they were read, before names and numbers of persons are masked. `entry` names the file inside of an archive.
create table page (
  content integer not null,
  -- From 1, over the whole content.
  number integer not null,
  -- As the file (or the file inside the archive) counts.
  page integer not null,
  entry text,
  source text not null,
  text text not null,
  primary key (content, number)
);

-- Where words stand, in blocks of neighbouring words: see src/documents/searching/.
create table word_block (
  content integer not null,
  first text collate "C" not null,
  last text collate "C" not null,
  words bytea not null,
  primary key (content, first)
);

-- What changed between two texts, by their contents.
create table comparison (
  before_sha256 text collate "C" not null,
  after_sha256 text collate "C" not null,
  made_by integer not null,
  -- JSON.
  blocks text not null,
  made_at text not null,
  primary key (before_sha256, after_sha256)
);

-- Words of the names of documents, folded: by these the search over everything finds them.
create table title_word (
  word text collate "C" not null,
  document_id text collate "C" not null,
  primary key (word, document_id)
);

create index title_word_document on title_word (document_id, word);

-- Every file in the blobs, so that their room is known without looking. Written before the file is: one that is not there was never kept.
create table blob (
  sha256 text collate "C" primary key,
  bytes bigint not null,
  -- Milliseconds.
  kept_at bigint not null
);

-- Where the blobs lie: the mark of a folder, or the address of a bucket. One row.
create table blob_place (
  one integer primary key,
  place text not null,
  -- As operators know it.
  shown text not null
);
