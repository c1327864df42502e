/**
 * The tables of the dataset that hold people, beside the lists in the part `search`. A person's rank, like a firm's, is the
 * order in which persons are listed: those with most operating firms first.
 */
import { bigint, ddlOf, flag, integer, table, text } from '#data/store/table.ts';

/**
 * `bare`: folded words of the name, sorted. `counties`: slugs, by commas. `tied`: 1 when registry and shareholders name the person in one
 * firm. `companies`: all firms of the person; `run` and `active`: without those that the person's roles do not tie
 * (lib/values/officer-roles.ts), as `ties` says of each firm.
 */
export const person = table('person', {
  rank: integer().primaryKey(),
  id: text().notNull(),
  name: text().notNull(),
  bare: text().notNull(),
  companies: integer().notNull(),
  run: integer().notNull(),
  active: integer().notNull(),
  counties: text().notNull(),
  tied: flag().notNull(),
});
/** In how many names a word stands. */
const personWord = table(
  'person_word',
  { word: text().bytewise().primaryKey(), entries: integer().notNull() },
  { clustered: true, compact: true },
);
export const personFirm = table(
  'person_firm',
  { person: integer().notNull(), firm: integer().notNull(), ties: flag().notNull() },
  { primaryKey: ['person', 'firm'], clustered: true, compact: true },
);
/** Firms in which a company is an officer or a shareholder: by its fiscal code, or for a holder without one by the id of its name. */
const companyFirm = table(
  'company_firm',
  { company: text().notNull(), firm: integer().notNull(), ties: flag().notNull() },
  { primaryKey: ['company', 'firm'], clustered: true, compact: true },
);
const formerRole = table(
  'former_role',
  { person: integer().notNull(), firm: integer().notNull(), title: text(), until: text().notNull() },
  { compact: true },
);
const crowdedAddress = table(
  'crowded_address',
  { address_key: bigint().notNull(), firm: integer().notNull() },
  { primaryKey: ['address_key', 'firm'], clustered: true, compact: true },
);
export const peopleTables = ddlOf(person, personWord, personFirm, companyFirm, formerRole, crowdedAddress);

export const peopleIndexes = `
create unique index person_id on person (id);
create index person_bare on person (bare, rank);
`;

export const formerRoleIndex = 'create index former_role_person on former_role (person, firm);';

/** The words of names, by the person's rank (store/word-index.ts). */
export const PERSON_WORDS = 'person_words';

/** Firms in an answer per address or person: more are not readable and cost time. */
export const CROWD_MAX = 500;
