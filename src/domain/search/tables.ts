/**
 * The tables of the dataset that lists and searches read: the part `search`, computed over registry, finances, history and
 * entities. The rank is the order in which firms are listed everywhere, so that the best rows are read first and reading stops early.
 */
import { bigint, ddlOf, flag, integer, table, text } from '#data/store/table.ts';

/**
 * One row per firm or entity. `rank`: operating ones first, then by turnover, those without one last, then by name as Romanian sorts it. `active`: 1, 0, or null when unknown.
 * `caen_told`: 1 where only the tax authority reports the activity, so that a later observation may report another.
 */
export const listing = table('listing', {
  rank: integer().primaryKey(),
  firm_id: integer(),
  cui: bigint(),
  name: text().notNull(),
  registration_number: text(),
  county: text(),
  county_slug: text(),
  locality: text(),
  locality_slug: text(),
  legal_form: text(),
  status_code: text(),
  active: flag(),
  caen: text(),
  caen_revision: text(),
  caen_told: flag().notNull(),
  turnover: bigint(),
  employees: bigint(),
  year: integer(),
});
/** How long a list is; '' stands for all of its kind, `caen` is `rev3:4711`, and `active` is 1 for operating firms only, 0 for all. */
const listingSize = table(
  'listing_size',
  {
    county_slug: text().notNull(),
    locality_slug: text().notNull(),
    caen: text().notNull(),
    active: flag().notNull(),
    size: integer().notNull(),
  },
  { primaryKey: ['county_slug', 'locality_slug', 'caen', 'active'], clustered: true, compact: true },
);
export const listingTables = ddlOf(listing, listingSize);

export const listingIndexes = `
create index listing_firm on listing (firm_id);
create index listing_cui on listing (cui);
create index listing_registration_number on listing (registration_number);
create index listing_county on listing (county_slug, rank);
create index listing_locality on listing (county_slug, locality_slug, rank);
create index listing_caen on listing (county_slug, caen, caen_revision, rank);
create index listing_size_locality on listing_size (locality_slug) where caen = '' and active = 0;
`;

/** Names that lead to a listing, in the order of its rank: the present one and former ones. `bare`: folded, without legal forms (lib/values/company-name.ts). */
export const nameEntry = table(
  'name_entry',
  {
    id: integer().primaryKey(),
    rank: integer().notNull(),
    former: flag().notNull(),
    bare: text().bytewise().notNull(),
  },
  { compact: true },
);
/** In how many names a word stands. */
const nameWord = table(
  'name_word',
  { word: text().bytewise().primaryKey(), entries: integer().notNull() },
  { clustered: true, compact: true },
);
/** In how many names two frequent words stand together (search/word-pairs.ts). */
const namePair = table(
  'name_pair',
  { word: text().bytewise().primaryKey(), entries: integer().notNull() },
  { clustered: true, compact: true },
);
/**
 * The rest of a word's first letters without one or two of them: two words that share such a rest may be one, mistyped (search/typos.ts).
 * `piece`: its key; `words`: separated by blanks, in bytewise order.
 */
export const wordDeletion = table(
  'word_deletion',
  { piece: bigint().primaryKey(), words: text().notNull() },
  { compact: true },
);
export const nameTables = ddlOf(nameEntry, nameWord, namePair, wordDeletion);

/** By the letters alone, so that one look-up finds a name whether its words are joined, split or as they should be. */
export const nameIndexes = `
create index name_entry_letters on name_entry (replace(bare, ' ', ''), id);
`;
