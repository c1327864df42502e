/**
 * The tables of procurement, an area of its own. Its parts hold the same tables: `procurement` what the exports published, `recent`
 * what the lists said since; a row of `recent` replaces the one with the same key. Money is bani, days are text, booleans 0 and 1.
 * Lists are in the order (day desc, key desc), a row without a day last (day is '' there, so that an index orders it).
 * `cui` columns hold a fiscal code only where the published one is a Romanian one; `*_code` holds it as published.
 */
import { rollupTables } from './rollup-tables.ts';

/** `id`: who it is where there is no Romanian code, too: the fiscal code, or a negative digest of what was published. */
const partyOrNone = (role: string): string =>
  `${role}_code text, ${role}_cui bigint, ${role}_name text, ${role}_id bigint`;
const party = (role: string): string => partyOrNone(role).replace('name text', 'name text not null');

/** Words of title, authority, number, CPV title and lots, part by part; its rowid is the notice's rank. */
export const NOTICE_WORDS = 'notice_words';

/**
 * `rank`: order within its part, newest first, in which the word index is read. `moment`: the day, and seconds into it where the hour is known
 * (`2026-03-05T36915`): lists of notices are in the order (moment desc, key desc). `authority_county`: as we spell counties, by the
 * source or else by the registry. `notice_winner`: notices that led to a contract with this supplier, over both parts.
 */
const noticeTables = `
create table notice (
  key bigint primary key, rank integer not null, notice text collate "C" not null, system_id bigint, type text not null, title text not null,
  ${party('authority')}, authority_county text, cpv text collate "C", cpv_title text, estimated_value bigint, currency text not null,
  procedure_type text, published_at text, day text collate "C" not null, moment text collate "C" not null, deadline_at text collate "C", state text, lots text not null,
  has_documents integer
);
create table notice_winner (cui bigint not null, moment text collate "C" not null, key bigint not null, primary key (cui, moment, key));
`;

/**
 * `kind`: contract, framework, callOff. `number_folded`: what people type. `suppliers`: how many there are. A supplier stands once in
 * a contract; `town` is the slug (town.ts) of where it is from: as published, else its seat. `contract_town`: a contract once for each
 * town of its suppliers, the capital also for its sectors; `town`: all of them. `supplier_without_town`: whose town nobody tells.
 */
const contractTables = `
create table contract (
  key bigint primary key, number text, number_folded text collate "C", title text, day text collate "C" not null, kind text not null,
  value bigint, currency text not null, value_ron bigint, ${party('authority')}, cpv text collate "C", cpv_title text,
  notice text, procedure_type text, award_notice text, award_system_id bigint, awarded_on text, lots text not null, cancelled_lots text, offers integer, eu_funded integer,
  suppliers integer not null
);
create table contract_supplier (
  contract bigint not null, position integer not null, day text collate "C" not null, cpv text collate "C", kind text not null,
  ${party('supplier')}, authority_id bigint, city text, town text collate "C", county text, value_share bigint,
  primary key (contract, position)
);
create table contract_town (
  contract bigint not null, town text collate "C" not null, day text collate "C" not null, cpv text collate "C", primary key (contract, town)
);
create table town (key text collate "C" primary key, name text not null);
create table supplier_without_town (cpv text collate "C" not null, supplier_id bigint not null, primary key (cpv, supplier_id));
`;

const purchaseTables = `
create table purchase (
  key bigint primary key, id text collate "C" not null, system_id bigint, title text not null, ${party('authority')}, ${partyOrNone('supplier')},
  cpv text collate "C", cpv_title text, value bigint, estimated_value bigint, state text not null, published_on text,
  day text collate "C" not null
);
`;

const awardTables = `
create table award (
  key bigint primary key, id text collate "C" not null, system_id bigint, object text not null, ${party('authority')}, ${partyOrNone('supplier')},
  cpv text collate "C", cpv_title text, value bigint, day text collate "C" not null
);
`;

const reportTables = `
create table report (
  key bigint primary key, ack_doc_id text collate "C" not null, ${party('supplier')}, ${party('authority')}, contract_number text,
  contract_date text, notice text, day text collate "C" not null, kind text not null, rating text, damages_claimed integer,
  damages_amount bigint, text text not null, document_id text
);
`;

/**
 * Lists by CPV codes, newest first: beginnings of one, two and three digits have indexes of their own, as has the whole code; four to
 * seven digits are found inside three, or where they are few through the whole code. `deal`: what blocks of deals are made of besides,
 * read in their order.
 */
const cpvLists = (table: string, deal = ''): string => `
create index ${table}_cpv on ${table} (cpv, day, key);
create index ${table}_cpv1 on ${table} (substr(cpv, 1, 1), day, key);
create index ${table}_cpv2 on ${table} (substr(cpv, 1, 2), day, key);
create index ${table}_cpv3 on ${table} (substr(cpv, 1, 3), day, key, cpv${deal});
`;

/** Of a part, with its sums. */
export const procurementTables = [
  noticeTables,
  contractTables,
  purchaseTables,
  awardTables,
  reportTables,
  rollupTables,
].join('');

/**
 * What serves which query. `*_authority`, `*_supplier`: lists of a company, narrowed by CPV inside the index. `contract_town_list`:
 * contracts by the supplier's town, narrowed by CPV inside the index.
 */
export const procurementIndexes = `
create unique index notice_number on notice (notice);
create unique index notice_rank on notice (rank);
create index notice_moment on notice (moment, key);
create index notice_authority on notice (authority_cui, moment, key);
create index notice_cpv on notice (cpv, moment, key);
create index notice_deadline on notice (deadline_at);
create index notice_documents on notice (moment, key) where has_documents = 1;
create index contract_number on contract (number_folded, day, key);
create index contract_authority on contract (authority_cui, day, key, cpv);
create index contract_notice on contract (notice);
${cpvLists('contract')}create index contract_supplier_cui on contract_supplier (supplier_cui, day, contract, cpv);
create index contract_town_list on contract_town (town, day, contract, cpv);
create index purchase_authority on purchase (authority_cui, day, key, cpv);
create index purchase_supplier on purchase (supplier_cui, day, key, cpv);
${cpvLists('purchase', ', state, supplier_id, authority_id, value')}create index award_authority on award (authority_cui, day, key, cpv);
create index award_supplier on award (supplier_cui, day, key, cpv);
${cpvLists('award')}create index report_supplier on report (supplier_cui, day, key);
create index report_id on report (ack_doc_id);
`;
