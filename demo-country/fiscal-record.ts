/** The tax authority's record of an entity on a day, as parsed from its web service. */
import type { FiscalAddress, FiscalRecord } from '#data/sources/anaf/records.ts';
import { ibanWith } from '#lib/values/iban.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { dayText, dayTextOrNull, entryOn, romanianDay } from './days.ts';
import { type Entity, type Form, isIndividual } from './entity.ts';
import type { Address } from './places.ts';
import { chance } from './random.ts';
import { STATUS } from './statuses.ts';
import { taxOf } from './tax.ts';

export function fiscalRecordOf(entity: Entity, on: number): FiscalRecord | null {
  if (entity.registeredOn > on || !entity.cuiPublished) return null;
  const address = entryOn(entity.addresses, on).value;
  const place = fiscalAddress(address);
  const closedOn = entity.closedOn !== null && entity.closedOn <= on ? entity.closedOn : null;
  return {
    cui: entity.cui,
    day: dayText(on),
    name: entryOn(entity.names, on).value,
    address: addressLine(address),
    registrationNumber: entity.registration && parseRegistrationNumber(entity.registration),
    phone: phoneOf(entity, 'phone', 0.6),
    fax: phoneOf(entity, 'fax', 0.1),
    postalCode: address.postalCode,
    registrationState: registrationState(entity, on),
    registeredOn: dayText(entity.registeredOn),
    caenCode: entity.rev3Since !== null && entity.rev3Since <= on ? entity.trade.code : entity.trade.rev2,
    iban: accountOf(entity),
    fiscalAuthority: authorityOf(entity, address),
    ownershipForm: ownershipOf(entity),
    organizationForm: isIndividual(entity.form) || entity.form === 'practice' ? 'PERSOANA FIZICA' : 'PERSOANA JURIDICA',
    legalForm: LEGAL_FORMS[entity.form],
    ...taxFields(entity, on, closedOn),
    deregisteredOn: dayTextOrNull(closedOn),
    headquartersAddress: place,
    fiscalAddress: place,
  };
}

type TaxField =
  | 'eFacturaRegistered'
  | 'eFacturaSince'
  | 'vatRegistered'
  | 'vatPeriods'
  | 'cashBasisVat'
  | 'cashBasisVatStart'
  | 'cashBasisVatEnd'
  | 'splitVat'
  | 'splitVatStart'
  | 'splitVatEnd'
  | 'inactive'
  | 'inactiveSince'
  | 'reactivatedSince'
  | 'inactivePublishedOn';

/** Only events up to the day. */
function taxFields(entity: Entity, on: number, closedOn: number | null): Pick<FiscalRecord, TaxField> {
  const tax = taxOf(entity);
  const known = (day: number | null | undefined): number | null =>
    day !== null && day !== undefined && day <= on ? day : null;
  const periods = tax.vat.filter((period) => period.start <= on);
  const vatRegistered = periods.some((period) => known(period.end) === null);
  const lastEnd = known(periods.at(-1)?.end);
  const cashBasis = known(tax.cashBasis?.from);
  const leftCashBasis = known(tax.cashBasis?.until);
  const endedWithVat = cashBasis === null || vatRegistered ? null : lastEnd;
  const cashBasisEnd = dayTextOrNull(leftCashBasis ?? endedWithVat);
  const inactiveSince = known(tax.inactive?.from);
  const reactivated = known(tax.inactive?.until);
  const eInvoice = known(tax.eInvoiceFrom);
  return {
    eFacturaRegistered: eInvoice !== null && closedOn === null,
    eFacturaSince: dayTextOrNull(eInvoice),
    vatRegistered,
    vatPeriods: periods.map((period) => ({
      start: dayText(period.start),
      end: dayTextOrNull(known(period.end)),
      canceledAt: period.canceled ? dayTextOrNull(known(period.end)) : null,
      message: known(period.end) === null ? null : period.message,
    })),
    cashBasisVat: cashBasis !== null && leftCashBasis === null && vatRegistered,
    cashBasisVatStart: dayTextOrNull(cashBasis),
    cashBasisVatEnd: cashBasisEnd,
    splitVat: tax.splitVat !== null && tax.splitVat.from <= on && on < tax.splitVat.until,
    splitVatStart: dayTextOrNull(known(tax.splitVat?.from)),
    splitVatEnd: dayTextOrNull(known(tax.splitVat?.until)),
    inactive: inactiveSince !== null && reactivated === null,
    inactiveSince: dayTextOrNull(inactiveSince),
    reactivatedSince: dayTextOrNull(reactivated),
    inactivePublishedOn: dayTextOrNull(known(tax.inactive?.published)),
  };
}

function registrationState(entity: Entity, on: number): string {
  const since = (word: string, day: number): string => `${word} din data ${romanianDay(day, '.')}`;
  if (entity.closedOn !== null && entity.closedOn <= on) return since('RADIERE', entity.closedOn);
  const status = entity.statuses.length > 0 ? entryOn(entity.statuses, on) : null;
  if (status?.value.includes(STATUS.suspended) || status?.value.includes(STATUS.interrupted))
    return since('SUSPENDARE ACTIVITATE', status.from);
  if (status?.value.includes(STATUS.dissolution)) return since('DIZOLVARE', status.from);
  const move = entryOn(entity.addresses, on);
  const moved = move.value.locality.county !== entity.addresses[0]?.value.locality.county;
  return moved ? since('TRANSFER(SOSIRE)', move.from) : since('INREGISTRAT', entity.registeredOn);
}

const LARGE_TURNOVER = 300e6;
const MEDIUM_TURNOVER = 20e6;

function authorityOf(entity: Entity, { locality }: Address): string {
  const { county } = locality;
  if (entity.business.turnover > LARGE_TURNOVER) return 'Administrație pentru Contribuabili Mari';
  if (entity.business.turnover > MEDIUM_TURNOVER)
    return `Administrația Fiscală pentru Contribuabili Mijlocii - ${county.name}`;
  if (locality.kind === 'sector') return `Administrația Sectorului ${locality.name.at(-1)} a Finanțelor Publice`;
  return `Administrația Județeană a Finanțelor Publice ${county.name}`;
}

function ownershipOf(entity: Entity): string {
  if (entity.form === 'RA' || entity.form === 'town hall' || entity.form === 'hospital') return 'PROPR.DE STAT';
  if (entity.parentCountry !== null) return 'PROPR.PRIVATA-CAPITAL PRIVAT STRAIN';
  const mixed = chance(entity.world.seed, entity.index, 'ownership') < 0.03;
  return mixed ? 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON SI STRAIN' : 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON';
}

/** No telephone number starts with 0700. */
function phoneOf(entity: Entity, topic: string, share: number): string | null {
  const roll = chance(entity.world.seed, entity.index, topic);
  return roll < share ? `0700${String(Math.floor((roll / share) * 1e6)).padStart(6, '0')}` : null;
}

/** `JUD. BACĂU, MUN. BACĂU, STR. X, NR.8` */
function addressLine(address: Address): string {
  const { locality } = address;
  const parts =
    locality.kind === 'sector'
      ? ['MUNICIPIUL BUCUREȘTI', `SECTOR ${locality.name.at(-1)}`]
      : [`JUD. ${locality.county.name}`, `${KIND[locality.kind]} ${locality.name}`];
  if (address.street) parts.push(address.street);
  if (address.number) parts.push(`NR.${address.number}`);
  if (address.building) parts.push(`BL.${address.building}`);
  if (address.apartment) parts.push(`AP.${address.apartment}`);
  return parts.join(', ').toUpperCase();
}

const KIND = { municipiu: 'Mun.', oraș: 'Oraș', comună: 'Com.', sector: 'Sect.' };

function fiscalAddress(address: Address): FiscalAddress {
  const { locality } = address;
  const bucharest = locality.kind === 'sector';
  const details = [
    address.building && `Bl. ${address.building}`,
    address.apartment && `Ap. ${address.apartment}`,
    address.details,
  ];
  return {
    street: address.street,
    number: address.number,
    details: details.filter(Boolean).join(', ') || null,
    locality: locality.name,
    county: bucharest ? 'MUNICIPIUL BUCUREȘTI' : locality.county.name.toUpperCase(),
    country: 'ROMANIA',
    postalCode: address.postalCode,
  };
}

const LEGAL_FORMS: Record<Form, string> = {
  SRL: 'SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ',
  'SRL-D': 'SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ - DEBUTANT',
  SA: 'SOCIETATE COMERCIALĂ PE ACȚIUNI',
  SNC: 'SOCIETATE COMERCIALĂ ÎN NUME COLECTIV',
  SCS: 'SOCIETATE COMERCIALĂ ÎN COMANDITĂ SIMPLĂ',
  RA: 'REGIE AUTONOMĂ',
  SE: 'SOCIETATE EUROPEANĂ',
  GIE: 'GRUP DE INTERES ECONOMIC',
  SUC: 'SUCURSALĂ',
  'N/A': 'ALTE FORME JURIDICE',
  PFA: 'PERSOANĂ FIZICĂ AUTORIZATĂ',
  II: 'ÎNTREPRINDERE INDIVIDUALĂ',
  IF: 'ÎNTREPRINDERE FAMILIALĂ',
  PF: 'PERSOANĂ FIZICĂ',
  AF: 'ASOCIAȚIE FAMILIALĂ',
  SC: 'SOCIETATE COOPERATIVĂ',
  CA: 'COOPERATIVĂ AGRICOLĂ',
  OC1: 'ORGANIZAȚIE COOPERATISTĂ',
  'town hall': 'UNITATE ADMINISTRATIV-TERITORIALĂ',
  hospital: 'INSTITUȚIE PUBLICĂ',
  NGO: 'ASOCIAȚIE SAU FUNDAȚIE',
  practice: 'PROFESIE LIBERALĂ',
};

const SHARE = 0.04;
/** No bank of Romania has this code. */
const BANK = 'FMTC';

function accountOf({ form, cui, world, index }: Entity): string | null {
  if (form === 'town hall' || form === 'hospital') return ibanWith(`TREZ00024A5103${cui.slice(-4)}XX`);
  return chance(world.seed, index, 'iban') < SHARE || index === 0
    ? ibanWith(`${BANK}0000${cui.padStart(12, '0')}`)
    : null;
}
