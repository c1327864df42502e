/**
 * The tables of procurement, an area of its own. Its parts hold the same tables: `procurement` what the exports published, `recent`
 * what the lists said since; a row of `recent` replaces the one with the same key. Money is bani, booleans 0 and 1.
 * Lists are in the order (day desc, key desc), a row without a day last (its day is 0, so that an index orders it).
 * There are millions of rows: instead of texts they hold the numbers of parties (`spelling`), and deals those of days (day-number.ts),
 * codes of the vocabulary and states. Readers get the texts (rows-table.ts).
 */
import type { PurchaseState } from '#data/sources/procurement/records.ts';
import { bigint, type Column, ddlOf, flag, integer, table, text } from '#data/store/table.ts';
import { rollupTables } from './rollup-tables.ts';

type Role = 'authority' | 'supplier';

/** `id` identifies a party without a Romanian code, too: the fiscal code, or a negative digest of the published name or code. */
const party = <R extends Role>(role: R) => ({
  ...({ [`${role}_id`]: bigint() } as Record<`${R}_id`, Column<number | null>>),
  ...({ [`${role}_spelling`]: integer() } as Record<`${R}_spelling`, Column<number | null>>),
});

/** A code and a name as published together: thousands of rows have the same. The numbers of `recent` continue those of the exports. */
export const spelling = table(
  'spelling',
  { key: integer().primaryKey(), code: text(), name: text().notNull() },
  { compact: true },
);

/** Words of title, authority, number, CPV title and lots, part by part; its rowid is the notice's rank. */
export const NOTICE_WORDS = 'notice_words';

/**
 * `rank`: order within its part, newest first, in which the word index is read. `moment`: the day, and seconds into it where the hour is known
 * (`2026-03-05T36915`): lists of notices are in the order (moment desc, key desc). `authority_county`: in our spelling, by the
 * source or else by the registry. `general`: JSON of what the system states beside the notice.
 */
export const notice = table('notice', {
  key: bigint().primaryKey(),
  rank: integer().notNull(),
  notice: text().bytewise().notNull(),
  system_id: bigint(),
  type: text().notNull(),
  title: text().notNull(),
  ...party('authority'),
  authority_county: text(),
  cpv: text().bytewise(),
  cpv_title: text(),
  estimated_value: bigint(),
  currency: text().notNull(),
  procedure_type: text(),
  published_at: text(),
  day: text().bytewise().notNull(),
  moment: text().bytewise().notNull(),
  deadline_at: text().bytewise(),
  state: text(),
  lots: text().notNull(),
  has_documents: flag(),
  general: text(),
});
/** Notices that led to a contract with this supplier, over both parts. */
const noticeWinner = table(
  'notice_winner',
  { cui: bigint().notNull(), moment: text().bytewise().notNull(), key: bigint().notNull() },
  { primaryKey: ['cui', 'moment', 'key'], compact: true, clustered: true },
);

/**
 * Amounts are as published, also zero and less, which add nothing to sums (published-value.ts). `kind`: contract, framework, callOff.
 * `number_folded`: the number as people type it. `value_relation`: atLeast or approximate, where lots have no value. `lots`: lot.ts.
 * `other_award_notices`: that publish it too, as JSON. `suppliers`: how many there are.
 */
export const contract = table('contract', {
  key: bigint().primaryKey(),
  number: text(),
  number_folded: text().bytewise(),
  title: text(),
  day: integer().notNull(),
  kind: text().notNull(),
  value: bigint(),
  currency: text().notNull(),
  value_ron: bigint(),
  value_relation: text(),
  ...party('authority'),
  authority_county: text(),
  cpv: integer(),
  cpv_title: text(),
  notice: text(),
  procedure_type: text(),
  award_notice: text(),
  other_award_notices: text(),
  award_system_id: bigint(),
  awarded_on: text(),
  lots: text().notNull(),
  cancelled_lots: text(),
  offers: integer(),
  eu_funded: flag(),
  suppliers: integer().notNull(),
});
/** A supplier stands once in a contract; `town` is the slug (town.ts) of its town: as published, else that of its seat; `seat_county`: likewise, in our spelling. */
export const contractSupplier = table(
  'contract_supplier',
  {
    contract: bigint().notNull(),
    position: integer().notNull(),
    day: integer().notNull(),
    cpv: integer(),
    kind: text().notNull(),
    ...party('supplier'),
    authority_id: bigint(),
    city: text(),
    town: text().bytewise(),
    county: text(),
    seat_county: text(),
    value_share: bigint(),
  },
  { primaryKey: ['contract', 'position'], clustered: true },
);
/** A contract once for each town of its suppliers, the capital also for its sectors, in the order of lists. */
const contractTown = table(
  'contract_town',
  {
    town: text().bytewise().notNull(),
    day: integer().notNull(),
    contract: bigint().notNull(),
    cpv: integer(),
  },
  { primaryKey: ['town', 'day', 'contract'], clustered: true },
);
/** All towns of `contract_town`. */
export const town = table('town', { key: text().bytewise().primaryKey(), name: text().notNull() }, { compact: true });
const supplierWithoutTown = table(
  'supplier_without_town',
  { cpv: integer().notNull(), supplier_id: bigint().notNull() },
  { primaryKey: ['cpv', 'supplier_id'], compact: true, clustered: true },
);

export const PURCHASE_STATES = [
  'unknown',
  'accepted',
  'published',
  'refused',
  'conditionsRefused',
  'lapsed',
  'other',
] as const satisfies readonly PurchaseState[];

/** As stored; a purchase that came about is accepted, or of a state that is not published. */
export const ACCEPTED = PURCHASE_STATES.indexOf('accepted');
export const UNSTATED = PURCHASE_STATES.indexOf('unknown');

/** The letters of published numbers, whose digits are the key. */
export const NUMBER_LETTERS = { purchase: 'DA', award: 'DAN' } as const;

/** `id`: null where it is the letters and the key. `cpv_title`: null where the vocabulary has the code. `items`: JSON; null where they were not read. */
export const purchase = table('purchase', {
  key: bigint().primaryKey(),
  id: text().bytewise(),
  system_id: bigint(),
  title: text().notNull(),
  ...party('authority'),
  ...party('supplier'),
  cpv: integer(),
  cpv_title: text(),
  value: bigint(),
  estimated_value: bigint(),
  state: integer().notNull(),
  published_on: integer(),
  day: integer().notNull(),
  items: text(),
});

export const award = table('award', {
  key: bigint().primaryKey(),
  id: text().bytewise(),
  system_id: bigint(),
  object: text().notNull(),
  ...party('authority'),
  ...party('supplier'),
  cpv: integer(),
  cpv_title: text(),
  value: bigint(),
  day: integer().notNull(),
});

/** Modifications of contracts, which they name by number and authority. `day`: of publication; `contract_day`: of signing. */
export const modification = table('contract_modification', {
  key: bigint().primaryKey(),
  number_folded: text().bytewise().notNull(),
  ...party('authority'),
  award_notice: text(),
  contract_day: text(),
  day: integer().notNull(),
  description: text(),
  currency: text().notNull(),
  value_before: bigint(),
  value_after: bigint(),
});

export const report = table('report', {
  key: bigint().primaryKey(),
  ack_doc_id: text().bytewise().notNull(),
  ...party('supplier'),
  ...party('authority'),
  contract_number: text(),
  contract_date: text(),
  notice: text(),
  day: integer().notNull(),
  kind: text().notNull(),
  rating: text(),
  damages_claimed: flag(),
  damages_amount: bigint(),
  text: text().notNull(),
  document_id: text(),
});

/**
 * Lists by CPV codes, newest first: beginnings of one, two and three digits have indexes of their own, as has the whole code; four to
 * seven digits are found inside three, or where they are few through the whole code.
 */
const cpvLists = (table: string): string => `
create index ${table}_cpv on ${table} (cpv, day, key /* row id */);
create index ${table}_cpv1 on ${table} ((cpv / 10000000), day, key /* row id */);
create index ${table}_cpv2 on ${table} ((cpv / 1000000), day, key /* row id */);
create index ${table}_cpv3 on ${table} ((cpv / 100000), day, key, cpv);
`;

/** Of a part, with its sums. */
export const procurementTables =
  ddlOf(
    notice,
    noticeWinner,
    spelling,
    contract,
    contractSupplier,
    contractTown,
    town,
    supplierWithoutTown,
    purchase,
    award,
    modification,
    report,
  ) + rollupTables;

/** What serves which query. `*_authority`, `*_supplier`: lists of a company, narrowed by CPV inside the index. */
export const procurementIndexes = `
create unique index notice_number on notice (notice);
create unique index notice_rank on notice (rank);
create index notice_moment on notice (moment, key);
create index notice_authority on notice (authority_id, moment, key);
create index notice_cpv on notice (cpv, moment, key);
create index notice_deadline on notice (deadline_at);
create index notice_documents on notice (moment, key) where has_documents = 1;
create index contract_number on contract (number_folded, day, key /* row id */);
create index contract_authority on contract (authority_id, day, key, cpv);
create index contract_notice on contract (notice, kind);
${cpvLists('contract')}create index contract_supplier_list on contract_supplier (supplier_id, day, contract, cpv);
create index purchase_authority on purchase (authority_id, day, key, cpv);
create index purchase_supplier on purchase (supplier_id, day, key, cpv);
${cpvLists('purchase')}create index award_authority on award (authority_id, day, key, cpv);
create index award_supplier on award (supplier_id, day, key, cpv);
${cpvLists('award')}create index modification_contract on contract_modification (authority_id, number_folded, day);
create index report_supplier on report (supplier_id, day, key /* row id */);
create index report_id on report (ack_doc_id);
`;
