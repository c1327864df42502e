/**
 * The tables of the dataset that lists and searches live in: the part `search`, computed over registry, finances, history and
 * entities. The rank is the order in which firms are listed everywhere, so that the best rows are read first and reading stops early.
 */

/**
 * One row per firm or entity. `rank`: operating ones first, then by turnover, those without one last, then by name as Romanian sorts it. `active`: 1, 0, or null when unknown.
 * `caen_told`: 1 where only the tax authority tells the activity, so that a later answer of it may tell another.
 * `listing_size`: how long a list is; '' stands for all of its kind, `caen` is `rev3:4711`, and `active` is 1 for operating firms only, 0 for all.
 */
export const listingTables = `
create table listing (
  rank integer primary key, firm_id integer, cui bigint, name text not null, registration_number text,
  county text, county_slug text, locality text, locality_slug text, legal_form text, status_code text, active integer,
  caen text, caen_revision text, caen_told integer not null, turnover bigint, employees bigint, year integer
);
create table listing_size (county_slug text not null, locality_slug text not null, caen text not null, active integer not null, size integer not null,
  primary key (county_slug, locality_slug, caen, active));
`;

export const listingIndexes = `
create index listing_firm on listing (firm_id);
create index listing_cui on listing (cui);
create index listing_registration_number on listing (registration_number);
create index listing_county on listing (county_slug, rank);
create index listing_locality on listing (county_slug, locality_slug, rank);
create index listing_caen on listing (county_slug, caen, caen_revision, rank);
create index listing_size_locality on listing_size (locality_slug) where caen = '' and active = 0;
`;

/**
 * Names that lead to a listing, in the order of its rank: the present one and former ones. `bare`: folded, without legal forms
 * (base/company-name.ts). `name_word`: in how many names a word stands. `word_deletion`: what is left of a word's first letters
 * when one or two of them go; two words that share such a piece may be one, mistyped (search/typos.ts). `name_pair`: in how many
 * names two frequent words stand together (search/word-pairs.ts).
 */
export const nameTables = `
create table name_entry (id integer primary key, rank integer not null, former integer not null, bare text collate "C" not null);
create table name_word (word text collate "C" primary key, entries integer not null) /* clustered */;
create table name_pair (word text collate "C" primary key, entries integer not null) /* clustered */;
create table word_deletion (piece text collate "C" not null, word text collate "C" not null, primary key (piece, word)) /* clustered */;
`;

/** By the letters alone, so that one look-up finds a name whether its words are joined, split or as they should be. */
export const nameIndexes = `
create index name_entry_letters on name_entry (replace(bare, ' ', ''), id);
`;
