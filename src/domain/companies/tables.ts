/**
 * The tables of the dataset that hold company data, part by part. Fiscal codes are bigints here and strings outside; money is
 * whole bani; days are text. SQLite stores `bigint primary key` as its row id (data/store/ddl.ts).
 */
import { bigint, ddlOf, integer, table, text } from '#data/store/table.ts';

/** From the trade registry's snapshot. `id`: position of the line in the file. `address_key`: a digest of 52 bits. */
export const firm = table('firm', {
  id: integer().primaryKey(),
  cui: bigint(),
  name: text().notNull(),
  registration_number: text().notNull(),
  registered_on: text(),
  euid: text(),
  legal_form: text(),
  country: text(),
  county: text(),
  locality: text(),
  street: text(),
  number: text(),
  building: text(),
  entrance: text(),
  floor: text(),
  apartment: text(),
  postal_code: text(),
  sector: text(),
  details: text(),
  website: text(),
  parent_country: text(),
  county_slug: text(),
  address_key: bigint(),
  sort_key: text().bytewise().notNull(),
});
export const firmStatus = table(
  'firm_status',
  { firm_id: integer().notNull(), code: text().notNull() },
  { compact: true },
);
/** `codes`: `rev2:4711,4719 rev3:4712`. A firm whose lines are apart in the file has several rows. */
export const firmActivities = table(
  'firm_activities',
  { firm_id: integer().notNull(), codes: text().notNull() },
  { compact: true },
);
export const officer = table('officer', {
  id: integer().primaryKey(),
  firm_id: integer().notNull(),
  person_id: text().notNull(),
  name: text().notNull(),
  title: text(),
  kind: text().notNull(),
  cui: bigint(),
  sort_key: text().bytewise().notNull(),
});
export const branch = table(
  'branch',
  { firm_id: integer().notNull(), kind: text(), name: text(), euid: text(), fiscal_code: text(), country: text() },
  { compact: true },
);
export const statusName = table(
  'status_name',
  { code: text().primaryKey(), label: text().notNull() },
  { compact: true },
);
export const caenName = table(
  'caen_name',
  { revision: text().notNull(), code: text().notNull(), title: text().notNull() },
  { primaryKey: ['revision', 'code'], compact: true },
);
/** In the order of `number`, the registration number as a number. `digest`: of everything that the change log compares. */
export const firmDigest = table(
  'firm_digest',
  { number: bigint().primaryKey(), firm_id: integer().notNull(), digest: bigint().notNull() },
  { compact: true },
);
export const registryTables = ddlOf(
  firm,
  firmStatus,
  firmActivities,
  officer,
  branch,
  statusName,
  caenName,
  firmDigest,
);

/** Created after the load: building an index once costs less than updating it with every row. */
export const registryIndexes = `
create index firm_cui on firm (cui);
create index firm_address on firm (address_key);
create index firm_status_firm on firm_status (firm_id);
create index firm_activities_firm on firm_activities (firm_id);
create index officer_firm on officer (firm_id);
create index officer_person on officer (person_id, firm_id);
create index officer_company on officer (cui) where cui is not null;
create index branch_firm on branch (firm_id);
`;

/** The summary of a balance sheet, in the order of the contract. Money in bani; employees in heads. */
const summary = {
  turnover: bigint(),
  net_profit: bigint(),
  gross_profit: bigint(),
  total_revenue: bigint(),
  total_expenses: bigint(),
  employees: bigint(),
  fixed_assets: bigint(),
  current_assets: bigint(),
  inventories: bigint(),
  receivables: bigint(),
  cash: bigint(),
  prepaid: bigint(),
  debts: bigint(),
  deferred_income: bigint(),
  provisions: bigint(),
  equity: bigint(),
  capital: bigint(),
  patrimony: bigint(),
  total_assets: bigint(),
};
export type SummaryColumn = keyof typeof summary;
export const summaryColumns = Object.keys(summary) as SummaryColumn[];

/**
 * From the yearly balance files. `indicators`: JSON array of the values as filed (lei), in the order of the chart's codes. The files have
 * no order of codes: a key would be updated at random places with every row, so an index is created after the load.
 */
export const chart = table(
  'chart',
  { id: integer().primaryKey(), form: text().notNull(), year: integer().notNull(), indicators: text().notNull() },
  { compact: true },
);
export const balance = table('balance', {
  cui: bigint().notNull(),
  year: integer().notNull(),
  form: text().notNull(),
  caen: text(),
  caen_revision: text(),
  chart_id: integer().notNull(),
  indicators: text().notNull(),
  ...summary,
});
export const financesTables = ddlOf(chart, balance);

/** Computations over the whole country read one year at a time. */
export const financesIndexes = `
create unique index balance_company on balance (cui, year);
create index balance_year on balance (year);
`;

/** Exchange rates: `value` in ten-thousandths of a leu for `multiplier` units. */
export const rate = table(
  'rate',
  { currency: text().notNull(), day: text().notNull(), multiplier: integer().notNull(), value: bigint().notNull() },
  { primaryKey: ['currency', 'day'], compact: true },
);
export const ratesTables = `${ddlOf(rate)}create index rate_day on rate (day);
`;

/** From our own import formats. `percent` in hundredths of a percent. */
export const shareholder = table('shareholder', {
  cui: bigint().notNull(),
  person_id: text().notNull(),
  name: text().notNull(),
  kind: text().notNull(),
  holder_cui: bigint(),
  country: text(),
  percent: integer(),
  since: text(),
  sort_key: text().bytewise().notNull(),
});
export const shareholdersTables = ddlOf(shareholder);
export const shareholdersIndexes = `create index shareholder_cui on shareholder (cui);
create index shareholder_person on shareholder (person_id, cui);
create index shareholder_holder on shareholder (holder_cui) where holder_cui is not null;
`;

export const debt = table(
  'debt',
  { cui: bigint().primaryKey(), total: bigint().notNull(), as_of: text().notNull() },
  { compact: true },
);
export const debtsTables = ddlOf(debt);

/** The change log: differences between snapshots. Events about officers name the person, so that redaction applies to them. */
export const formerName = table(
  'former_name',
  { registration_number: text().notNull(), name: text().notNull(), until: text().notNull() },
  { compact: true },
);
const officerSince = table(
  'officer_since',
  { registration_number: text().notNull(), person_id: text().notNull(), title: text(), since: text().notNull() },
  { compact: true },
);
export const firmEvent = table('firm_event', {
  registration_number: text().notNull(),
  day: text().notNull(),
  kind: text().notNull(),
  before: text(),
  after: text(),
  person_id: text(),
  title: text(),
});
export const historyTables = ddlOf(formerName, officerSince, firmEvent);
export const historyIndexes = `
create index former_name_firm on former_name (registration_number);
create index officer_since_firm on officer_since (registration_number);
create index firm_event_firm on firm_event (registration_number);
`;

/** Entities outside the trade registry, from live observations. `record`: JSON of a FiscalRecord. */
export const entity = table(
  'entity',
  { cui: bigint().primaryKey(), record: text().notNull(), observed_at: text().notNull() },
  { compact: true },
);
export const entitiesTables = ddlOf(entity);

/**
 * Computed over registry and finances. Rank columns are null where the company has no such figure. More tables of the part stand
 * in statistics/tables.ts.
 */
export const companyRank = table('company_rank', {
  cui: bigint().notNull(),
  year: integer().notNull(),
  county_slug: text(),
  caen: text(),
  caen_revision: text(),
  turnover: bigint(),
  turnover_national: integer(),
  turnover_county: integer(),
  turnover_caen: integer(),
  profit: bigint(),
  profit_national: integer(),
  profit_county: integer(),
  profit_caen: integer(),
  employees: bigint(),
  employees_national: integer(),
  employees_county: integer(),
  employees_caen: integer(),
});
/** Created after the load, like that of the balance sheets. */
export const companyRankIndex = 'create unique index company_rank_company on company_rank (cui, year);';
/** The number of companies ranked, and the fiscal codes of the first hundred, best first, as a JSON array. */
export const rankSize = table(
  'rank_size',
  {
    year: integer().notNull(),
    metric: text().notNull(),
    slice: text().notNull(),
    value: text().bytewise().notNull(),
    size: integer().notNull(),
    leaders: text().notNull(),
  },
  { primaryKey: ['year', 'metric', 'slice', 'value'] },
);
export const peerGroup = table(
  'peer_group',
  {
    year: integer().notNull(),
    level: text().notNull(),
    value: text().notNull(),
    ratio: text().notNull(),
    firms: integer().notNull(),
    quantiles: text().notNull(),
  },
  { primaryKey: ['year', 'level', 'value', 'ratio'] },
);
export const rankingsTables = ddlOf(companyRank, rankSize, peerGroup);
