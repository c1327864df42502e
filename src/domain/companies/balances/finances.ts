/** The balance sheets of a company: those of the yearly files, and those that only the tax authority's web service has. */

import { callerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import { isLoaded } from '#api/provenance.ts';
import { requestMemo } from '#api/request-context.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type Heard, heardTogether } from '#domain/companies/authority-provenance.ts';
import { type KnownCompany, knownCompany } from '#domain/companies/company-basics.ts';
import { namesOf } from '#domain/companies/facts-table.ts';
import type { BalanceObservation, CompanyNeeds, RefreshOutcome } from '#domain/companies/needs.ts';
import { translator } from '#lib/i18n/message.ts';
import { filedRevision } from '#lib/values/caen-revision.ts';
import { type Balance, renderBalance, renderObservedBalance } from './balance.ts';
import { coverage, expectedYears, lastEight, publicYears } from './balance-years.ts';
import { balancesOf } from './balances-table.ts';
import type { FiledChart } from './filed-chart.ts';
import { chartsOf } from './kept-charts.ts';

/** Callers who see some years already wait less for the missing ones. */
const WAIT_SOME_MS = 2_000;
const WAIT_NONE_MS = 10_000;
/** A year that the ministry's files of several later years lack was never filed: only the newest are worth a question. */
const ASK_YEARS_MAX = 3;

export interface Finances {
  /** Every one that is known, newest first: the files, the rankings and the timeline go further back than eight years. */
  balances: Balance[];
  /** Those of eight years up to the newest that is known: empty only when none is. */
  recent: Balance[];
  coverage: ReturnType<typeof coverage>;
  /** Years of which nothing is known yet: the web service is still being asked. */
  pending: number[];
  /** Years of which nothing is known, because the web service failed. */
  unanswered: number[];
  /** The web service failed, or takes too long to tell anything newer than what is here. */
  stale: boolean;
  /** The web service was not asked for this answer. */
  cached: boolean;
  /** When the web service is to be asked again, ms; endless when nothing is missing that it could tell. */
  freshUntil: number;
  observations: BalanceObservation[];
  /** When the web service was heard about what is here or missing, and whether it was silent now; null when it has no part in it. */
  service: Heard | null;
  struckOffOn: string | null;
}

/** All that is known of them. */
export const allFinancesOf = requestMemo(async (cui, call, needs: CompanyNeeds) =>
  financesOf(await knownCompany(cui, call, needs), call, needs),
);

/** `only`: one year is wanted, so that no other is asked for; one before the last eight is asked for where its file is not loaded. */
export async function financesOf(
  company: KnownCompany,
  call: Call,
  needs: CompanyNeeds,
  only: number | null = null,
): Promise<Finances> {
  const { dataset } = call;
  const stored = isLoaded(dataset, 'finances') ? await balancesOf(dataset.db, company.cui) : [];
  const struckOffOn = company.struckOff ? await struckOffDay(company.cui, needs) : null;
  // Struck off on a day that nobody tells: no balance sheet can be said to be missing.
  const files = company.filesBalances && (!company.struckOff || struckOffOn !== null);
  const life = [needs.today(), company.registeredOn, struckOffOn] as const;
  const expected = files ? expectedYears(...life) : [];
  const have = new Set(stored.map((row) => row.year));
  const newest = expected.filter((year) => !have.has(year)).slice(0, ASK_YEARS_MAX);
  const askable =
    only === null || newest.includes(only) || !files ? newest : await unread(publicYears(...life), dataset);
  const missing = only === null ? newest : askable.filter((year) => year === only && !have.has(year));
  const { observations, ...freshness } = await observe(
    company.cui,
    missing,
    only === null && have.size > 0,
    call,
    needs,
  );
  const names = await namesOf(dataset);
  const context = async (year: number, caen: string | null, revision: string | null) => ({
    companyName: company.name,
    eurRate: await needs.eurRate(dataset, year),
    caenTitle: caen && revision ? names.caen(revision, caen) : null,
    say: translator(call.language),
  });
  const balances: Balance[] = [];
  const charts = stored.length > 0 ? (await chartsOf(dataset)).byId : null;
  for (const row of stored) {
    const chart = charts?.get(row.chart_id) as FiledChart;
    balances.push(renderBalance(row, chart, await context(row.year, row.caen, row.caen_revision)));
  }
  for (const { record } of observations) {
    if (!record || have.has(record.year)) continue;
    const revision = record.caenCode === null ? null : filedRevision(record.caenCode, record.year);
    balances.push(renderObservedBalance(record, revision, await context(record.year, record.caenCode, revision)));
  }
  balances.sort((a, b) => b.year - a.year);
  const recent = lastEight(balances);
  // Outside the trade registry associations file and town halls do not: who never did is not said to miss a year.
  const due = company.firm === null && balances.length === 0 ? [] : expected;
  return { balances, recent, coverage: coverage(due, recent), ...freshness, observations, struckOffOn };
}

/** Those of the years whose file this generation has not read: of the others the file is the answer. */
async function unread(years: readonly number[], dataset: Dataset): Promise<number[]> {
  const read = isLoaded(dataset, 'finances') ? (await chartsOf(dataset)).years : [];
  return years.filter((year) => !read.includes(year));
}

const struckOffDay = async (cui: string, { live }: CompanyNeeds): Promise<string | null> =>
  (await live.fiscal([cui])).get(cui)?.record?.deregisteredOn ?? null;

type Observed = Pick<
  Finances,
  'observations' | 'pending' | 'unanswered' | 'stale' | 'cached' | 'freshUntil' | 'service'
>;

/** What the web service says of the missing years, asked for what is not known or too old. */
async function observe(
  cui: string,
  missing: readonly number[],
  someStored: boolean,
  call: Call,
  { live }: CompanyNeeds,
): Promise<Observed> {
  // That there is none counts for a day only; a balance sheet that was seen counts until it is replaced.
  const known = async () => (await live.balances(cui)).filter((one) => one.found || freshUntil(one) > call.now);
  const before = await known();
  const seen = new Set(before.map((one) => one.year));
  const fresh = new Set(before.filter((one) => freshUntil(one) > call.now).map((one) => one.year));
  const ask = missing.filter((year) => call.wantsFresh || !fresh.has(year));
  const waitMs = someStored || ask.every((year) => seen.has(year)) ? WAIT_SOME_MS : WAIT_NONE_MS;
  const outcomes =
    ask.length > 0
      ? await live.refreshBalances(cui, ask, waitMs, callerKey(call.caller))
      : new Map<number, RefreshOutcome>();
  const observations = ask.length > 0 ? await known() : before;
  const untold = (outcome: RefreshOutcome) => ask.filter((year) => outcomes.get(year) === outcome);
  return {
    observations,
    pending: untold('pending').filter((year) => !seen.has(year)),
    unanswered: untold('unavailable').filter((year) => !seen.has(year)),
    stale: untold('unavailable').length > 0 || untold('pending').some((year) => seen.has(year)),
    cached: ask.length === 0,
    service: heardOf(observations, ask, outcomes),
    freshUntil: Math.min(...observations.filter((one) => missing.includes(one.year)).map(freshUntil)),
  };
}

function heardOf(
  observations: readonly BalanceObservation[],
  asked: readonly number[],
  outcomes: ReadonlyMap<number, RefreshOutcome>,
): Heard | null {
  if (observations.length === 0 && asked.length === 0) return null;
  const states = { unavailable: 'unreachable', pending: 'pending', found: null, notFound: null } as const;
  return heardTogether([
    ...observations.map(({ fetchedAt }) => ({ fetchedAt, state: null })),
    ...asked.map((year) => ({ fetchedAt: null, state: states[outcomes.get(year) ?? 'unavailable'] })),
  ]);
}

const freshUntil = ({ found, fetchedAt }: BalanceObservation): number =>
  Date.parse(fetchedAt) + windowSeconds[found ? '7d' : '24h'] * 1000;
