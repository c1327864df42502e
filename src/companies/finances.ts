/** The balance sheets of a company: those of the yearly files, and those that only the tax authority's web service has. */
import type { Call } from '#http/endpoint.ts';
import { windowSeconds } from '#http/fresh.ts';
import { isLoaded } from '#http/stamps.ts';
import { type Balance, renderBalance, renderObservedBalance } from './balance.ts';
import { coverage, expectedYears } from './balance-years.ts';
import { balancesOf, chartOf } from './balances-table.ts';
import { namesOf } from './facts-table.ts';
import type { KnownCompany } from './known.ts';
import type { BalanceObservation, CompanyNeeds } from './needs.ts';

/** Callers who see some years already wait less for the missing ones. */
const WAIT_SOME_MS = 2_000;
const WAIT_NONE_MS = 10_000;
/** A year that the ministry's files of several later years lack was never filed: only the newest are worth a question. */
const ASK_YEARS_MAX = 3;
/** Balance sheets of classification Rev.3 start with this financial year. */
const REV3_SINCE = 2025;

export interface Finances {
  /** Newest first, the last eight years. */
  balances: Balance[];
  coverage: ReturnType<typeof coverage>;
  /** Years that are still being asked for. */
  pending: number[];
  /** The web service was asked and failed. */
  stale: boolean;
  observations: BalanceObservation[];
  struckOffOn: string | null;
}

export async function financesOf(company: KnownCompany, call: Call, needs: CompanyNeeds): Promise<Finances> {
  const { dataset } = call;
  const stored = isLoaded(dataset, 'finances') ? await balancesOf(dataset.db, company.cui) : [];
  const struckOffOn = company.struckOff ? await struckOffDay(company.cui, needs) : null;
  // Struck off on a day that nobody tells: no balance sheet can be said to be missing.
  const files = company.filesBalances && (!company.struckOff || struckOffOn !== null);
  const expected = files ? expectedYears(needs.today(), company.registeredOn, struckOffOn) : [];
  const have = new Set(stored.map((row) => row.year));
  const missing = expected.filter((year) => !have.has(year)).slice(0, ASK_YEARS_MAX);
  const { observations, pending, stale } = await observe(company.cui, missing, have.size > 0, call, needs);
  const names = await namesOf(dataset);
  const context = async (year: number, caen: string | null, revision: string | null) => ({
    companyName: company.name,
    eurRate: await needs.eurRate(dataset, year),
    caenTitle: caen && revision ? names.caen(revision, caen) : null,
  });
  const balances: Balance[] = [];
  for (const row of stored)
    balances.push(renderBalance(row, chartOf(row), await context(row.year, row.caen, row.caen_revision)));
  for (const { record } of observations) {
    if (!record || have.has(record.year)) continue;
    const revision = record.caenCode === null ? null : record.year >= REV3_SINCE ? 'rev3' : 'rev2';
    balances.push(renderObservedBalance(record, revision, await context(record.year, record.caenCode, revision)));
  }
  const oldest = Math.min(...expectedYears(needs.today(), null, null));
  const recent = balances.filter((balance) => balance.year >= oldest).toSorted((a, b) => b.year - a.year);
  return { balances: recent, coverage: coverage(expected, recent), pending, stale, observations, struckOffOn };
}

const struckOffDay = async (cui: string, { live }: CompanyNeeds): Promise<string | null> =>
  (await live.fiscal([cui])).get(cui)?.record?.deregisteredOn ?? null;

async function observe(cui: string, missing: number[], someStored: boolean, call: Call, { live }: CompanyNeeds) {
  if (missing.length === 0) return { observations: await live.balances(cui), pending: [], stale: false };
  const before = await live.balances(cui);
  const fresh = new Set(before.filter((one) => isFresh(one, call.now)).map((one) => one.year));
  const ask = call.wantsFresh ? missing : missing.filter((year) => !fresh.has(year));
  if (ask.length === 0) return { observations: before, pending: [], stale: false };
  const outcomes = await live.refreshBalances(cui, ask, someStored ? WAIT_SOME_MS : WAIT_NONE_MS);
  const pending = ask.filter((year) => outcomes.get(year) === 'pending' && !before.some((one) => one.year === year));
  const stale = ask.some((year) => outcomes.get(year) === 'unavailable');
  return { observations: await live.balances(cui), pending, stale };
}

const isFresh = (observation: BalanceObservation, now: number): boolean =>
  now - Date.parse(observation.fetchedAt) < windowSeconds[observation.found ? '7d' : '24h'] * 1000;
