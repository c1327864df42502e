/**
 * The tables of rankings and of the market, computed over registry, finances and the change log. Slices are named as in
 * `rank_size` (companies/tables.ts): `RO`, a county's slug, `rev3:4711`. Money in bani.
 */

/** In the part `rankings`. `position` counts from 1; equal values share a `rank`. */
export const advancedTables = `
create table advanced_rank (
  year integer not null, ranking text not null, position integer not null, rank integer not null, cui bigint not null, value double precision not null,
  primary key (year, ranking, position)
);
create index advanced_rank_company on advanced_rank (cui, year, ranking);
`;

/**
 * In the part `rankings`. `market_year`: sums over the filers of the nation or of an activity, each with the number of firms whose
 * figure is known; `compared`: those whose turnover is known in the year before too; `counties`: the activity's, JSON of
 * `[slug, companies, turnover][]`. `benchmark`: one class or group of activities, its quartiles as JSON.
 */
export const marketYearTables = `
create table market_year (
  slice text not null, value text not null, year integer not null, companies integer not null,
  turnover bigint, turnover_known integer not null, profit bigint, profit_known integer not null, employees bigint, employees_known integer not null,
  compared integer not null, compared_turnover bigint, compared_before bigint, counties text not null,
  primary key (slice, value, year)
);
create table benchmark (
  year integer not null, revision text collate "C" not null, code text collate "C" not null, firms integer not null, metrics text not null,
  primary key (year, revision, code)
);
`;

/**
 * In the part `search`. How many registrations of the trade registry there are of a kind, and how many of them operate. Kinds: `all`,
 * `status`, `legalForm`, `county`, `section`, `class`; `registered` by month; `struckOff` by the day of the snapshot that showed it;
 * `deregistered` by month as the tax authority says, and `observed`: the codes that it was asked about. '' stands for unknown.
 */
export const marketTables = `
create table market (kind text not null, value text collate "C" not null, companies integer not null, active integer not null, primary key (kind, value));
`;
