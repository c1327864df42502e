/** Reads the inputs of a company's health: balance sheets, current state, peers. */

import type { Call } from '#api/endpoint.ts';
import { isLoaded } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { chartsOf } from '#domain/companies/balances/balances-table.ts';
import type { Finances } from '#domain/companies/balances/finances.ts';
import type { CompanyBasics } from '#domain/companies/company-basics.ts';
import { statusFacts } from '#domain/companies/company-status.ts';
import type { CompanyContext, FiscalObservation } from '#domain/companies/context.ts';
import { debtOf, namesOf } from '#domain/companies/facts-table.ts';
import { translator } from '#lib/i18n/message.ts';
import { toLei } from '#lib/values/money.ts';
import { type Health, health } from './health.ts';
import { peerGroupsOf } from './peers-table.ts';

export async function healthOf(
  company: CompanyBasics,
  finances: Finances,
  fiscal: FiscalObservation | null,
  { dataset, language }: Call,
  context: Pick<CompanyContext, 'today'>,
): Promise<Health> {
  const [debt, names] = await Promise.all([debtOf(dataset, company.cui), namesOf(dataset)]);
  const record = fiscal?.record ?? null;
  const status = statusFacts(company.statuses, names.status);
  const { balances } = finances;
  const [newest] = balances;
  const criteria = {
    caen: newest?.caenCode ?? null,
    caenRevision: newest?.caenRevision ?? null,
    countySlug: company.firm?.county_slug ?? null,
  };
  const peers =
    newest && isLoaded(dataset, 'rankings') ? await peerGroupsOf(dataset, newest.year, criteria) : new Map();
  return health(
    balances,
    await verifiableYears(finances, dataset),
    {
      today: context.today(),
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

/** Expected years whose file or service answered: a failed source must not look like a missing balance sheet. */
async function verifiableYears(
  { coverage, pending, unanswered, observations }: Finances,
  dataset: Dataset,
): Promise<number[]> {
  const loaded = isLoaded(dataset, 'finances') ? (await chartsOf(dataset)).years : [];
  const failed = new Set([...pending, ...unanswered]);
  const observed = observations.map(({ year }) => year).filter((year) => !failed.has(year));
  const verifiable = new Set([...loaded, ...observed]);
  return coverage.financialsExpectedYears.filter((year) => verifiable.has(year));
}
