/**
 * The computed part: the yearly rank of every company by turnover, profit and employees, in the nation, its county and its activity; the
 * sums of the market; and the distribution of ratios among peers. Impossible figures are already null (companies/balances/charts.ts) and
 * have no rank. The build goes year by year, so that memory holds one year of the country.
 */

import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { NATION } from '#domain/companies/health/peers.ts';
import { companyRank, companyRankIndex, rankingsTables, rankSize } from '#domain/companies/tables.ts';
import { advancedTables, marketYear, marketYearTables } from '#domain/statistics/tables.ts';
import { type Filers, filersAmong, filingsByYear, type Metric, metricNames } from './filings.ts';
import { loadPeers } from './peers.ts';
import { ranksOf } from './ranks.ts';

/** Requires the registry and the finances beside the part. */
export async function loadRankings(part: PartBuild): Promise<void> {
  await part.execute(rankingsTables + advancedTables + marketYearTables);
  for await (const filings of filingsByYear(part)) {
    const filers = filersAmong(filings);
    const ranks = ranksOf(filers);
    await part.load(companyRank, ranks.companies());
    await part.load(rankSize, ranks.sizes);
    await part.load(marketYear, marketYearRows(filers));
    await loadPeers(part, filings);
  }
  await part.execute(companyRankIndex);
}

/** Sums over the filers of one year: the nation and each activity, with the counties of their seats. */
function* marketYearRows(filers: Filers): Generator<Row<typeof marketYear>> {
  const nation = emptySum();
  const activities = filers.activity.names.map(emptySum);
  for (let filer = 0; filer < filers.count; filer++) {
    add(nation, filers, filer);
    add(activities[filers.activity.of[filer] ?? -1], filers, filer);
  }
  yield row('national', NATION, filers, nation);
  for (const [i, sum] of activities.entries()) yield row('caen', filers.activity.names[i] ?? '', filers, sum);
}

interface Sum extends Record<Metric, { sum: number; known: number }> {
  companies: number;
  compared: { firms: number; now: number; before: number };
  /** By the county's index in the names. */
  counties: Map<number, { companies: number; sum: number; known: number }>;
}

const emptySum = (): Sum => ({
  companies: 0,
  turnover: { sum: 0, known: 0 },
  profit: { sum: 0, known: 0 },
  employees: { sum: 0, known: 0 },
  compared: { firms: 0, now: 0, before: 0 },
  counties: new Map(),
});

function add(sum: Sum | undefined, { figures, county }: Filers, filer: number): void {
  if (!sum) return;
  sum.companies++;
  const here = county.of[filer] ?? -1;
  if (here >= 0) addTurnover(sum.counties.getOrInsertComputed(here, emptyCounty), figures.turnover[filer]);
  for (const metric of metricNames) {
    const figure = Number(figures[metric][filer]);
    if (Number.isNaN(figure)) continue;
    sum[metric].sum += figure;
    sum[metric].known++;
  }
  const [now, before] = [Number(figures.turnover[filer]), Number(figures.turnoverBefore[filer])];
  if (Number.isNaN(now) || Number.isNaN(before)) return;
  sum.compared.firms++;
  sum.compared.now += now;
  sum.compared.before += before;
}

const emptyCounty = () => ({ companies: 0, sum: 0, known: 0 });

function addTurnover(county: ReturnType<typeof emptyCounty>, turnover = Number.NaN): void {
  county.companies++;
  if (Number.isNaN(turnover)) return;
  county.sum += turnover;
  county.known++;
}

function row(slice: string, value: string, { year, county }: Filers, sum: Sum): Row<typeof marketYear> {
  const { turnover, profit, employees } = sum;
  const { firms, now, before } = sum.compared;
  const counties = [...sum.counties].map(([at, one]) => [county.names[at], one.companies, total(one.sum, one.known)]);
  return {
    slice,
    value,
    year,
    companies: sum.companies,
    turnover: total(turnover.sum, turnover.known),
    turnover_known: turnover.known,
    profit: total(profit.sum, profit.known),
    profit_known: profit.known,
    employees: total(employees.sum, employees.known),
    employees_known: employees.known,
    compared: firms,
    compared_turnover: total(now, firms),
    compared_before: total(before, firms),
    counties: JSON.stringify(counties),
  };
}

/** Null without figures, and beyond 2^53 bani: forty times the country's product, and not exact. */
const total = (sum: number, known: number): number | null => (known > 0 && Number.isSafeInteger(sum) ? sum : null);
