/**
 * The tables of rankings and of the market, computed over registry, finances and the change log. Slices are named as in
 * `rank_size` (companies/tables.ts): `RO`, a county's slug, `rev3:4711`. Money in bani.
 */
import { bigint, ddlOf, double, integer, table, text } from '#data/store/table.ts';

/** In the part `rankings`. `position` counts from 1; equal values share a `rank`. */
export const advancedRank = table(
  'advanced_rank',
  {
    year: integer().notNull(),
    ranking: text().notNull(),
    position: integer().notNull(),
    rank: integer().notNull(),
    cui: bigint().notNull(),
    value: double().notNull(),
  },
  { primaryKey: ['year', 'ranking', 'position'] },
);
export const advancedTables = `${ddlOf(advancedRank)}create index advanced_rank_company on advanced_rank (cui, year, ranking);
`;

/**
 * In the part `rankings`. Sums over the filers of the nation or of an activity, each with the number of firms whose figure is
 * known; `compared`: firms whose turnover is known in the year before too; `counties`: those of the activity, JSON of
 * `[slug, companies, turnover][]`.
 */
export const marketYear = table(
  'market_year',
  {
    slice: text().notNull(),
    value: text().notNull(),
    year: integer().notNull(),
    companies: integer().notNull(),
    turnover: bigint(),
    turnover_known: integer().notNull(),
    profit: bigint(),
    profit_known: integer().notNull(),
    employees: bigint(),
    employees_known: integer().notNull(),
    compared: integer().notNull(),
    compared_turnover: bigint(),
    compared_before: bigint(),
    counties: text().notNull(),
  },
  { primaryKey: ['slice', 'value', 'year'] },
);
/** In the part `rankings`. One class or group of activities, its quartiles as JSON. */
export const benchmark = table(
  'benchmark',
  {
    year: integer().notNull(),
    revision: text().bytewise().notNull(),
    code: text().bytewise().notNull(),
    firms: integer().notNull(),
    metrics: text().notNull(),
  },
  { primaryKey: ['year', 'revision', 'code'] },
);
export const marketYearTables = ddlOf(marketYear, benchmark);

/**
 * In the part `search`. The number of registrations in the trade registry of each kind, and how many of them operate. Kinds: `all`,
 * `status`, `legalForm`, `county`, `section`, `class`; `registered` by month; `struckOff` by the day of the first snapshot that has
 * it; `deregistered` by month as the tax authority says, and `observed`: the codes that it was queried for. '' stands for unknown.
 */
export const market = table(
  'market',
  {
    kind: text().notNull(),
    value: text().bytewise().notNull(),
    companies: integer().notNull(),
    active: integer().notNull(),
  },
  { primaryKey: ['kind', 'value'], clustered: true, compact: true },
);
export const marketTables = ddlOf(market);
