/**
 * The tables of the dataset that company data lives in, part by part. One text for both engines.
 * Fiscal codes are bigints here and strings outside; money is whole bani; days are text.
 * `bigint primary key` becomes SQLite's row id (see store/sqlite/parts.ts).
 */

/** From the trade registry's snapshot. `id` is the line's order in the file. */
export const registryTables = `
create table firm (
  id integer primary key, cui bigint, name text not null, registration_number text not null, registered_on text, euid text,
  legal_form text, country text, county text, locality text, street text, number text, building text, entrance text, floor text,
  apartment text, postal_code text, sector text, details text, website text, parent_country text,
  county_slug text, address_key text, sort_key text collate "C" not null
);
create table firm_status (firm_id integer not null, code text not null);
create table firm_activity (firm_id integer not null, code text not null, revision text not null);
create table officer (
  id integer primary key, firm_id integer not null, person_id text not null, name text not null, title text,
  kind text not null, cui bigint, sort_key text collate "C" not null
);
create table branch (firm_id integer not null, kind text, name text, euid text, fiscal_code text, country text);
create table status_name (code text primary key, label text not null);
create table caen_name (revision text not null, code text not null, title text not null, primary key (revision, code));
`;

/** Made after the load: an index built once is cheaper than one kept up row by row. */
export const registryIndexes = `
create unique index firm_registration_number on firm (registration_number);
create index firm_cui on firm (cui);
create index firm_address on firm (address_key);
create index firm_county on firm (county_slug, locality);
create index firm_status_firm on firm_status (firm_id);
create index firm_activity_firm on firm_activity (firm_id);
create index officer_firm on officer (firm_id);
create index officer_person on officer (person_id, firm_id);
create index officer_company on officer (cui);
create index branch_firm on branch (firm_id);
`;

/** The columns of a balance sheet's summary, in the order of the contract. Money in bani; employees in heads. */
export const summaryColumns = [
  'turnover',
  'net_profit',
  'gross_profit',
  'total_revenue',
  'total_expenses',
  'employees',
  'fixed_assets',
  'current_assets',
  'inventories',
  'receivables',
  'cash',
  'prepaid',
  'debts',
  'deferred_income',
  'provisions',
  'equity',
  'capital',
  'patrimony',
  'total_assets',
] as const;

export type SummaryColumn = (typeof summaryColumns)[number];

/** From the yearly balance files. `indicators`: JSON array of the values as filed (lei), in the order of the chart's codes. */
export const financesTables = `
create table chart (id integer primary key, form text not null, year integer not null, indicators text not null);
create table balance (
  cui bigint not null, year integer not null, form text not null, caen text, caen_revision text, chart_id integer not null,
  indicators text not null, ${summaryColumns.map((column) => `${column} bigint`).join(', ')},
  primary key (cui, year)
);
`;

/** Whoever computes over the country reads one year at a time. */
export const financesIndexes = `
create index balance_year on balance (year);
`;

/** Exchange rates: `value` in ten-thousandths of a leu for `multiplier` units. */
export const ratesTables = `
create table rate (currency text not null, day text not null, multiplier integer not null, value bigint not null, primary key (currency, day));
create index rate_day on rate (day);
`;

/** Our own import formats. `percent` in hundredths of a percent. */
export const shareholdersTables = `
create table shareholder (
  cui bigint not null, person_id text not null, name text not null, kind text not null, holder_cui bigint, percent integer, since text,
  sort_key text collate "C" not null
);
create index shareholder_cui on shareholder (cui);
create index shareholder_person on shareholder (person_id, cui);
create index shareholder_holder on shareholder (holder_cui);
`;
export const debtsTables = `
create table debt (cui bigint primary key, total bigint not null, as_of text not null);
`;

/** From the change log: what comparing snapshots taught us. Events about officers carry the person, so that hidden ones stay hidden. */
export const historyTables = `
create table former_name (registration_number text not null, name text not null, until text not null);
create table officer_since (registration_number text not null, person_id text not null, title text, since text not null);
create table firm_event (
  registration_number text not null, day text not null, kind text not null, before text, after text, person_id text, title text
);
create index former_name_firm on former_name (registration_number);
create index officer_since_firm on officer_since (registration_number);
create index firm_event_firm on firm_event (registration_number);
`;

/** Entities outside the trade registry that live observations taught us. `record`: JSON of a FiscalRecord. */
export const entitiesTables = `
create table entity (cui bigint primary key, record text not null, observed_at text not null);
`;

/**
 * Computed over registry and finances. Rank columns are null where the company has no such figure. `rank_size`: what a rank is out
 * of, and the fiscal codes of the first hundred, best first, as a JSON array. More tables of the part: statistics/tables.ts.
 */
export const rankingsTables = `
create table company_rank (
  cui bigint not null, year integer not null, county_slug text, caen text, caen_revision text,
  turnover bigint, turnover_national integer, turnover_county integer, turnover_caen integer,
  profit bigint, profit_national integer, profit_county integer, profit_caen integer,
  employees bigint, employees_national integer, employees_county integer, employees_caen integer,
  primary key (cui, year)
);
create table rank_size (
  year integer not null, metric text not null, slice text not null, value text collate "C" not null, size integer not null, leaders text not null,
  primary key (year, metric, slice, value)
);
create table peer_group (
  year integer not null, level text not null, value text not null, ratio text not null, firms integer not null, quantiles text not null,
  primary key (year, level, value, ratio)
);
`;

/** One rendered answer per fiscal code, without what only live observations know. */
export const documentTables = `
create table document (cui bigint primary key, etag text not null, body bytea not null);
`;
