/** The balance sheets of a company: of the yearly files, and of the tax authority's web service for years that the files lack. */

import { callerKey } from '#api/caller.ts';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import { awaited, isLoaded, missingParts, provenanceOf } from '#api/provenance.ts';
import { requestMemo } from '#api/request-context.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type CompanyBasics, companyBasics } from '#domain/companies/company-basics.ts';
import type { BalanceObservation, CompanyContext, RefreshOutcome } from '#domain/companies/context.ts';
import { namesOf } from '#domain/companies/facts-table.ts';
import {
  type AuthorityPages,
  type AuthorityState,
  authorityProvenance,
  combineStates,
} from '#domain/companies/tax-authority.ts';
import { translator } from '#lib/i18n/message.ts';
import { filedRevision } from '#lib/values/caen-revision.ts';
import type { Day } from '#lib/values/date.ts';
import { instantOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { type Balance, type FiledChart, renderBalance, renderObservedBalance } from './balance.ts';
import { coverage, expectedYears, isRecent, lastEight, publicYears } from './balance-years.ts';
import { balancesOf, chartsOf } from './balances-table.ts';

/** Timeout of a query for missing years when others are stored. */
const WAIT_SOME_MS = 2_000;
const WAIT_NONE_MS = 10_000;
/** The web service rarely has a year that the ministry's files of several later years lack: only the newest missing years are queried. */
const QUERY_YEARS_MAX = 3;

export interface Finances {
  /** All, newest first: the files go further back than eight years. */
  balances: Balance[];
  /** Those of eight years up to the newest. */
  recent: Balance[];
  coverage: ReturnType<typeof coverage>;
  /** Years without data whose query to the web service is still running. */
  pending: number[];
  /** Years without data because the web service failed: those it was asked about, and those without a file. */
  unanswered: number[];
  /** The web service failed, or timed out on a newer version of the data. */
  stale: boolean;
  /** The web service was not queried for this answer. */
  cached: boolean;
  /** Instant of the next query to the web service, ms; infinite when no year is missing. */
  freshUntil: number;
  observations: BalanceObservation[];
  /** State of the web service; null when the answer does not depend on it. */
  service: AuthorityState | null;
  struckOffOn: string | null;
}

export const allFinancesOf = requestMemo(async (cui, call, context: CompanyContext) =>
  financesOf(await companyBasics(cui, call, context), call, context),
);

/** `only`: queries this year alone, also one before the last eight when its file is not loaded. */
export async function financesOf(
  company: CompanyBasics,
  call: Call,
  context: CompanyContext,
  only: number | null = null,
): Promise<Finances> {
  const { dataset } = call;
  const stored = isLoaded(dataset, 'finances') ? await balancesOf(dataset.db, company.cui) : [];
  const struckOffOn = company.struckOff ? await struckOffDay(company.cui, context) : null;
  // Without the day of striking off, the expected years are unknown.
  const files = company.filesBalances && (!company.struckOff || struckOffOn !== null);
  const lifetime = [context.today(), company.registeredOn, struckOffOn] as const;
  const expected = files ? expectedYears(...lifetime) : [];
  const storedYears = new Set(stored.map((row) => row.year));
  const newest = expected.filter((year) => !storedYears.has(year)).slice(0, QUERY_YEARS_MAX);
  const candidates =
    only === null || newest.includes(only) || !files
      ? newest
      : await yearsWithoutFile(publicYears(...lifetime), dataset);
  const missing = only === null ? newest : candidates.filter((year) => year === only && !storedYears.has(year));
  const { observations, unanswered, ...freshness } = await observe(
    company.cui,
    missing,
    only === null && storedYears.size > 0,
    call,
    context,
  );
  // A silent service leaves open every year without a file, also those that it was not asked about. Of a year with a file it leaves open
  // what it was asked about: late filings reach the service first.
  const others = unanswered.length === 0 || only !== null ? [] : await yearsWithoutFile(expected, dataset);
  const seen = new Set([...storedYears, ...observations.map((one) => one.year)]);
  const open = new Set([...unanswered, ...others.filter((year) => !seen.has(year))]);
  const names = await namesOf(dataset);
  const balanceContext = async (year: number, caen: string | null, revision: string | null) => ({
    companyName: company.name,
    eurRate: await context.eurRate(dataset, year),
    caenTitle: caen && revision ? names.caen(revision, caen) : null,
    t: translator(call.language),
  });
  const balances: Balance[] = [];
  const charts = stored.length > 0 ? (await chartsOf(dataset)).byId : null;
  for (const row of stored) {
    const chart = charts?.get(row.chart_id) as FiledChart;
    balances.push(renderBalance(row, chart, await balanceContext(row.year, row.caen, row.caen_revision)));
  }
  for (const { record } of observations) {
    if (!record || storedYears.has(record.year)) continue;
    const revision = record.caenCode === null ? null : filedRevision(record.caenCode, record.year);
    balances.push(
      renderObservedBalance(record, revision, await balanceContext(record.year, record.caenCode, revision)),
    );
  }
  balances.sort((a, b) => b.year - a.year);
  const recent = lastEight(balances);
  // Outside the trade registry associations file and town halls do not: an entity that never filed misses no year.
  const due = company.firm === null && balances.length === 0 ? [] : expected;
  return {
    balances,
    recent,
    coverage: coverage(due, recent),
    ...freshness,
    unanswered: [...open].toSorted((a, b) => b - a),
    observations,
    struckOffOn,
  };
}

/** For years with a loaded file, the file is the answer. */
async function yearsWithoutFile(years: readonly number[], dataset: Dataset): Promise<number[]> {
  const loaded = isLoaded(dataset, 'finances') ? (await chartsOf(dataset)).years : [];
  return years.filter((year) => !loaded.includes(year));
}

const struckOffDay = async (cui: string, { live }: CompanyContext): Promise<string | null> =>
  (await live.fiscal([cui])).get(cui)?.record?.deregisteredOn ?? null;

type ServiceResult = Pick<
  Finances,
  'observations' | 'pending' | 'unanswered' | 'stale' | 'cached' | 'freshUntil' | 'service'
>;

/** Observations of the missing years; queries the web service for absent and outdated ones. */
async function observe(
  cui: string,
  missing: readonly number[],
  someStored: boolean,
  call: Call,
  { live }: CompanyContext,
): Promise<ServiceResult> {
  // "No balance sheet" is valid for a day only; an observed balance sheet is valid until it is replaced.
  const valid = async () => (await live.balances(cui)).filter((one) => one.found || freshUntil(one) > call.now);
  const before = await valid();
  const seen = new Set(before.map((one) => one.year));
  const fresh = new Set(before.filter((one) => freshUntil(one) > call.now).map((one) => one.year));
  const queried = missing.filter((year) => call.wantsFresh || !fresh.has(year));
  const waitMs = someStored || queried.every((year) => seen.has(year)) ? WAIT_SOME_MS : WAIT_NONE_MS;
  const outcomes =
    queried.length > 0
      ? await live.refreshBalances(cui, queried, waitMs, callerKey(call.caller))
      : new Map<number, RefreshOutcome>();
  const observations = queried.length > 0 ? await valid() : before;
  const yearsWith = (outcome: RefreshOutcome) => queried.filter((year) => outcomes.get(year) === outcome);
  return {
    observations,
    pending: yearsWith('pending').filter((year) => !seen.has(year)),
    unanswered: yearsWith('unavailable').filter((year) => !seen.has(year)),
    stale: yearsWith('unavailable').length > 0 || yearsWith('pending').some((year) => seen.has(year)),
    cached: queried.length === 0,
    service: serviceState(observations, queried, outcomes),
    freshUntil: Math.min(...observations.filter((one) => missing.includes(one.year)).map(freshUntil)),
  };
}

function serviceState(
  observations: readonly BalanceObservation[],
  queried: readonly number[],
  outcomes: ReadonlyMap<number, RefreshOutcome>,
): AuthorityState | null {
  if (observations.length === 0 && queried.length === 0) return null;
  const states = { unavailable: 'unreachable', pending: 'pending', found: null, notFound: null } as const;
  return combineStates([
    ...observations.map(({ fetchedAt }) => ({ fetchedAt, state: null })),
    ...queried.map((year) => ({ fetchedAt: null, state: states[outcomes.get(year) ?? 'unavailable'] })),
  ]);
}

const freshUntil = ({ found, fetchedAt }: BalanceObservation): number =>
  Date.parse(fetchedAt) + windowSeconds[found ? '7d' : '24h'] * 1000;

/** `parts`: those of the dataset that the answer depends on. */
export function financesMeta(
  finances: Finances,
  { dataset }: Call,
  pages: AuthorityPages,
  parts: readonly string[] = ['finances', 'rates'],
): AnswerMeta {
  const provenance = provenanceOf(dataset, ...parts);
  const { cached, service, unanswered } = finances;
  const meta: AnswerMeta = {
    source: 'anaf',
    sources: service ? [authorityProvenance(service, 'balances', pages), ...provenance.sources] : provenance.sources,
    cached,
    stale: provenance.stale || finances.stale,
    pending: finances.pending.map((year) => `balance ${year}`),
    notLoaded: [...missingParts(dataset, 'finances'), ...awaited(dataset, ...parts)],
    warnings:
      unanswered.length > 0
        ? [messages.companies.balancesSilent({ years: unanswered.join(', ') }), ...provenance.warnings]
        : provenance.warnings,
  };
  if (Number.isFinite(finances.freshUntil)) meta.freshUntil = instantOf(finances.freshUntil);
  return meta;
}

/** Warns when the last eight years are not the eight before today, because the company stopped filing long ago. */
export function lastYearsMeta(finances: Finances, call: Call, pages: AuthorityPages, today: Day): AnswerMeta {
  const meta = financesMeta(finances, call, pages);
  const [newest] = finances.recent;
  const old = newest && !isRecent(newest.year, today) ? [messages.companies.oldBalances({ year: newest.year })] : [];
  return { ...meta, warnings: [...old, ...(meta.warnings ?? [])], extra: finances.coverage };
}
