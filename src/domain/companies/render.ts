/** Renders facts to the company answer. Pure: the same facts give the same bytes, in a build and after a live observation. */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { contactFields } from '#lib/schema/company-fields.ts';
import { etagOf } from '#lib/values/hash.ts';
import { toLei } from '#lib/values/money.ts';
import { oldRegistrationNumber } from '#lib/values/registration-number.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import { fiscalSeat, headquarters, oneLine } from './address.ts';
import type { Activity, Administrator, Company } from './company.ts';
import { activeByTaxAuthority, statusFacts, statusSince } from './company-status.ts';
import type { ActivityRow, CompanyFacts, FirmRow, FiscalFacts, Names, RegistryFacts, ShareholderRow } from './facts.ts';
import { type MainActivity, mainActivity } from './main-activity.ts';

/** Ids of hidden persons. */
export type Hidden = ReadonlySet<string>;

export interface CompanyDocument {
  bytes: Uint8Array;
  etag: string;
}

/** `redacted` removes hidden persons from the texts, which name persons without an id. */
export function renderDocument(
  facts: CompanyFacts,
  names: Names,
  hidden: Hidden,
  redacted = (company: Company): Company => company,
): CompanyDocument {
  const bytes = Buffer.from(JSON.stringify(redacted(renderCompany(facts, names, hidden))));
  return { bytes, etag: etagOf(bytes) };
}

export function renderCompany(facts: CompanyFacts, names: Names, hidden: Hidden): Company {
  const { fiscal, cui } = facts;
  const registry = facts.registry && eachOnce(facts.registry);
  const firm = registry?.firm ?? null;
  const record = fiscal?.record ?? null;
  const status = statusFacts(registry?.statuses ?? [], names.status);
  const main = mainActivity({
    filed: facts.filedActivity,
    authorised: registry?.activities ?? [],
    reported: record?.caenCode ?? null,
  });
  const seat = firm ? headquarters(firm) : fiscalSeat(record?.headquartersAddress);
  return {
    cui,
    name: firm?.name ?? record?.name ?? '',
    formerNames:
      registry && names.hasHistory
        ? registry.formerNames.toSorted((a, b) => byText(b.until, a.until) || inRomanian(a.name, b.name))
        : null,
    registrationNumber: firm?.registration_number ?? null,
    registrationNumberOld: firm ? oldRegistrationNumber(firm.registration_number) : null,
    euid: firm?.euid ?? null,
    legalForm: firm?.legal_form ?? record?.legalForm ?? null,
    organizationForm: record?.organizationForm ?? null,
    ownershipForm: record?.ownershipForm ?? null,
    registrationDate: firm?.registered_on ?? record?.registeredOn ?? null,
    registrationState: record?.registrationState ?? null,
    onrcStatus: status.code,
    onrcStatusLabel: status.code === null ? null : capital(names.status(status.code)),
    onrcStatuses:
      registry?.statuses.map((code) => ({
        code,
        label: capital(names.status(code)),
        since: statusSince(code, registry.statusChanges),
      })) ?? null,
    active: registry ? status.active : activeByTaxAuthority(record),
    insolvency: status.insolvency,
    dissolution: status.dissolution,
    suspended: status.suspended,
    struckOff: status.struckOff,
    deregistrationDate: record?.deregisteredOn ?? null,
    address: record?.address ?? (seat ? oneLine(seat) : null),
    headquartersAddress: fiscalSeat(record?.headquartersAddress) ?? seat,
    fiscalAddress: fiscalSeat(record?.fiscalAddress),
    ...contacts(firm, record),
    caenCode: main?.code ?? null,
    caenRevision: main?.revision ?? null,
    caenTitle: main ? names.caen(main.revision, main.code) : null,
    authorizedCaenCodes: registry ? [...new Set(registry.activities.map((activity) => activity.code))] : null,
    activities: registry?.activities.map((activity) => renderActivity(activity, main, names)) ?? null,
    fiscalAuthority: record?.fiscalAuthority ?? null,
    iban: record?.iban ?? null,
    ...vat(fiscal),
    inactive: record?.inactive ?? null,
    inactiveSince: record?.inactiveSince ?? null,
    reactivatedSince: record?.reactivatedSince ?? null,
    eFacturaRegistered: record?.eFacturaRegistered ?? null,
    eFacturaSince: record?.eFacturaSince ?? null,
    datoriiAnaf: facts.debt ? { total: toLei(facts.debt.total), asOf: facts.debt.as_of } : null,
    datoriiAnafListed: facts.debt === undefined ? null : facts.debt !== null,
    datoriiAnafAsOf: facts.debt?.as_of ?? names.asOf.debts,
    administrators: registry ? administrators(registry, hidden) : null,
    shareholders: shareholdersOf(facts)?.map((holder) => renderShareholder(holder, hidden)) ?? null,
    branches: registry ? branches(registry) : null,
    inTradeRegistry: registry !== null,
    provenance: provenance(facts, main, names),
  };
}

/** The registry's files list a status, an officer or an activity of a firm twice now and then. */
const eachOnce = (registry: RegistryFacts): RegistryFacts => ({
  ...registry,
  statuses: [...new Set(registry.statuses)],
  activities: distinct(registry.activities),
  officers: distinct(registry.officers),
  branches: distinct(registry.branches),
});

const distinct = <Row extends object>(rows: Row[]): Row[] =>
  rows.length < 2 ? rows : [...new Map(rows.map((row) => [Object.values(row).join('\n'), row])).values()];

const branches = (registry: RegistryFacts): Company['branches'] =>
  registry.branches
    .toSorted((a, b) => inRomanian(a.name ?? '', b.name ?? '') || byText(a.euid ?? '', b.euid ?? ''))
    .map(({ fiscal_code, ...branch }) => ({ ...branch, fiscalCode: fiscal_code }));

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const renderActivity = ({ code, revision }: ActivityRow, main: MainActivity | null, names: Names): Activity => ({
  code,
  revision,
  title: names.caen(revision, code),
  main: main === null ? null : main.code === code && main.revision === revision,
});

type ContactField = keyof typeof contactFields;
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Each is copied from the column of `firm` with the same name in snake case, else from the tax authority's record. */
const contactNames: readonly (CamelCase<keyof FirmRow> | keyof FiscalRecord)[] = Object.keys(
  contactFields,
) as ContactField[];
const contactColumns = contactNames.map((name) => ({
  name: name as keyof FiscalRecord,
  column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof FirmRow,
}));

const contacts = (firm: FirmRow | null, record: FiscalRecord | null) =>
  Object.fromEntries(
    contactColumns.map(({ name, column }) => [name, firm?.[column] ?? record?.[name] ?? null]),
  ) as Pick<Company, ContactField>;

function vat(fiscal: FiscalFacts | null) {
  const record = fiscal?.record ?? null;
  return {
    vatRegistered: record?.vatRegistered ?? null,
    vatStatus: vatStatus(record),
    vatPeriods: record?.vatPeriods ?? null,
    vatCheckedAt: fiscal?.fetchedAt ?? null,
    cashBasisVat: record?.cashBasisVat ?? null,
    cashBasisVatStart: record?.cashBasisVatStart ?? null,
    cashBasisVatEnd: record?.cashBasisVatEnd ?? null,
    splitVat: record?.splitVat ?? null,
    splitVatStart: record?.splitVatStart ?? null,
    splitVatEnd: record?.splitVatEnd ?? null,
  };
}

export function vatStatus(record: FiscalRecord | null): Company['vatStatus'] {
  if (record === null || record.vatRegistered === null) return 'unknown';
  if (record.vatRegistered) return 'registered';
  return record.vatPeriods.some((period) => period.canceledAt !== null) ? 'canceled' : 'notRegistered';
}

function administrators({ officers, officersSince }: RegistryFacts, hidden: Hidden): Administrator[] {
  return officers.map((officer) => {
    const gdprHidden = hidden.has(officer.person_id);
    const since =
      officersSince.find((row) => row.person_id === officer.person_id && row.title === officer.title)?.since ?? null;
    return {
      personId: gdprHidden || officer.kind === 'company' ? null : officer.person_id,
      name: gdprHidden ? null : officer.name,
      role: officer.title,
      kind: officer.kind,
      cui: officer.cui === null ? null : String(officer.cui),
      since,
      gdprHidden,
    };
  });
}

/** The list covers firms only: an association or a town hall without shareholders in it has unknown ones, not none. */
const shareholdersOf = ({ registry, shareholders }: CompanyFacts): ShareholderRow[] | null =>
  registry || shareholders?.length ? shareholders : null;

function renderShareholder(holder: ShareholderRow, hidden: Hidden) {
  const gdprHidden = hidden.has(holder.person_id);
  return {
    personId: gdprHidden || holder.kind === 'company' ? null : holder.person_id,
    name: gdprHidden ? null : holder.name,
    kind: holder.kind,
    cui: holder.holder_cui === null ? null : String(holder.holder_cui),
    country: holder.country,
    percent: holder.percent === null ? null : holder.percent / 100,
    since: holder.since,
    gdprHidden,
  };
}

function provenance(facts: CompanyFacts, main: MainActivity | null, names: Names): Company['provenance'] {
  const groups: Company['provenance'] = {};
  if (facts.registry) groups.registry = { source: 'onrc', asOf: names.asOf.registry };
  if (facts.fiscal) groups.fiscal = { source: 'anaf', asOf: facts.fiscal.fetchedAt.slice(0, 10) };
  if (shareholdersOf(facts)) groups.shareholders = { source: 'import', asOf: names.asOf.shareholders };
  const debtsAsOf = facts.debt?.as_of ?? names.asOf.debts;
  if (debtsAsOf !== null) groups.datoriiAnaf = { source: 'import', asOf: debtsAsOf };
  if (main?.from === 'authorised') groups.caenCode = { source: 'onrc', asOf: names.asOf.registry };
  else if (main)
    groups.caenCode = {
      source: 'anaf',
      asOf: main.from === 'reported' ? (facts.fiscal?.fetchedAt.slice(0, 10) ?? null) : null,
    };
  return groups;
}

const capital = (label: string | null): string | null =>
  label ? label.charAt(0).toUpperCase() + label.slice(1) : null;
