/**
 * The tables of the dataset that people live in, beside the lists in the part `search`. A person's rank, like a firm's, is the
 * order in which persons are listed: those with most operating firms first.
 */
import type { Database } from '#data/store/database.ts';
import { bytewise } from '#data/store/ddl.ts';

/** `bare`: folded words of the name, sorted. `counties`: slugs, by commas. `tied`: 1 when registry and shareholders name them in one firm.
 * `companies`: all in which they stand; `run` and `active`: without those that their roles there do not tie (base/officer-roles.ts), which `ties` says of
 * each firm. `company_firm`: firms in which a company is officer or holds shares; it goes by its fiscal code, or, as a holder without one, by the id
 * of its name. */
export const peopleTables = `
create table person (
  rank integer primary key, id text not null, name text not null, bare text not null,
  companies integer not null, run integer not null, active integer not null, counties text not null, tied integer not null
);
create table person_word (word text not null, persons integer not null);
create table person_firm (person integer not null, firm integer not null, ties integer not null, primary key (person, firm));
create table company_firm (company text not null, firm integer not null, ties integer not null, primary key (company, firm));
create table former_role (person integer not null, firm integer not null, title text, until text not null);
create table crowded_address (address_key text not null, firm integer not null, primary key (address_key, firm));
`;

/** The vocabulary is read by ranges of words, which only a bytewise order makes the same everywhere. */
export const peopleIndexes = (engine: Database['engine']): string => `
create unique index person_id on person (id);
create index person_bare on person (bare, rank);
create unique index person_word_word on person_word (word ${bytewise[engine]});
`;

export const formerRoleIndex = 'create index former_role_person on former_role (person, firm);';

/** The words of names, by the person's rank (store/word-index.ts). */
export const PERSON_WORDS = 'person_words';

/** Firms of one address or one person that are looked at: more make no picture, and cost. */
export const CROWD_MAX = 500;
