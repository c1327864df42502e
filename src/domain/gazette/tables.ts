/** The tables of the Gazette's part, which is an area of its own. `rank` is the order of all lists: the newest issue first. */

export const DECISION_WORDS = 'decision_words';

export const decisionTables = `
create table decision (
  rank integer primary key, id text collate "C" not null, part text not null, number integer not null, bis integer not null,
  day text not null, page integer, kind text not null, title text not null, text text not null, company_name text not null,
  cui bigint, registration_number text, confidence text, url text
);
`;

export const decisionIndexes = `
create unique index decision_id on decision (id);
create index decision_cui on decision (cui, rank);
`;
