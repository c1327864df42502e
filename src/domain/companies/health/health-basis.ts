/** Gathers what a verdict on one company rests on: its balance sheets, its state today, its peers. */

import type { Call } from '#api/endpoint.ts';
import { isLoaded } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Finances } from '#domain/companies/balances/finances.ts';
import { chartsOf } from '#domain/companies/balances/kept-charts.ts';
import type { KnownCompany } from '#domain/companies/company-basics.ts';
import { debtOf, namesOf } from '#domain/companies/facts-table.ts';
import type { CompanyNeeds, FiscalObservation } from '#domain/companies/needs.ts';
import { statusFacts } from '#domain/companies/registry-status.ts';
import { translator } from '#lib/i18n/message.ts';
import { toLei } from '#lib/values/money.ts';
import { type Health, health } from './health.ts';
import { peerGroups } from './peers-table.ts';

export async function healthOf(
  company: KnownCompany,
  finances: Finances,
  fiscal: FiscalObservation | null,
  { dataset, language }: Call,
  needs: Pick<CompanyNeeds, 'today'>,
): Promise<Health> {
  const [debt, names] = await Promise.all([debtOf(dataset, company.cui), namesOf(dataset)]);
  const record = fiscal?.record ?? null;
  const status = statusFacts(company.statuses, names.status);
  const { balances } = finances;
  const [newest] = balances;
  const place = {
    caen: newest?.caenCode ?? null,
    caenRevision: newest?.caenRevision ?? null,
    countySlug: company.firm?.county_slug ?? null,
  };
  const peers = newest && isLoaded(dataset, 'rankings') ? await peerGroups(dataset.db, newest.year, place) : new Map();
  return health(
    balances,
    await toldYears(finances, dataset),
    {
      today: needs.today(),
      registeredOn: company.registeredOn,
      struckOff: status.struckOff,
      insolvency: status.insolvency,
      dissolution: status.dissolution,
      suspended: status.suspended,
      inactive: record?.inactive ?? null,
      taxDebt: debt === undefined ? null : debt === null ? 0 : toLei(debt.total),
    },
    peers,
    translator(language),
  );
}

/** Expected years of which it is known whether there is a balance sheet: nobody is said to miss one because a source is silent. */
async function toldYears(
  { coverage, pending, unanswered, observations }: Finances,
  dataset: Dataset,
): Promise<number[]> {
  const read = isLoaded(dataset, 'finances') ? (await chartsOf(dataset)).years : [];
  const silent = new Set([...pending, ...unanswered]);
  const observed = observations.map(({ year }) => year).filter((year) => !silent.has(year));
  const told = new Set([...read, ...observed]);
  return coverage.financialsExpectedYears.filter((year) => told.has(year));
}
