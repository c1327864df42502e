/** The tax authority's answer about an entity on a day, in the typed form that its web service is read into. */
import type { FiscalAddress, FiscalRecord } from '#data/sources/anaf/records.ts';
import { ibanWith } from '#lib/values/iban.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { dayText, dayTextOrNull, holdsOn, romanianDay } from './days.ts';
import { type Form, isIndividual, type Life } from './life-cycle.ts';
import type { Address } from './places.ts';
import { chance } from './random.ts';
import { STATUS } from './statuses.ts';
import { taxOf } from './tax.ts';

export function fiscalRecordOf(life: Life, on: number): FiscalRecord | null {
  if (life.registeredOn > on || !life.cuiPublished) return null;
  const address = holdsOn(life.addresses, on).value;
  const place = fiscalAddress(address);
  const closedOn = life.closedOn !== null && life.closedOn <= on ? life.closedOn : null;
  return {
    cui: life.cui,
    day: dayText(on),
    name: holdsOn(life.names, on).value,
    address: addressLine(address),
    registrationNumber: life.registration && parseRegistrationNumber(life.registration),
    phone: phoneOf(life, 'phone', 0.6),
    fax: phoneOf(life, 'fax', 0.1),
    postalCode: address.postalCode,
    registrationState: registrationState(life, on),
    registeredOn: dayText(life.registeredOn),
    caenCode: life.rev3Since !== null && life.rev3Since <= on ? life.trade.code : life.trade.rev2,
    iban: accountOf(life),
    fiscalAuthority: authorityOf(life, address),
    ownershipForm: ownershipOf(life),
    organizationForm: isIndividual(life.form) || life.form === 'practice' ? 'PERSOANA FIZICA' : 'PERSOANA JURIDICA',
    legalForm: LEGAL_FORMS[life.form],
    ...taxFields(life, on, closedOn),
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

/** Only what had happened by the day is told. */
function taxFields(life: Life, on: number, closedOn: number | null): Pick<FiscalRecord, TaxField> {
  const tax = taxOf(life);
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

function registrationState(life: Life, on: number): string {
  const since = (word: string, day: number): string => `${word} din data ${romanianDay(day, '.')}`;
  if (life.closedOn !== null && life.closedOn <= on) return since('RADIERE', life.closedOn);
  const status = life.statuses.length > 0 ? holdsOn(life.statuses, on) : null;
  if (status?.value.includes(STATUS.suspended) || status?.value.includes(STATUS.interrupted))
    return since('SUSPENDARE ACTIVITATE', status.from);
  if (status?.value.includes(STATUS.dissolution)) return since('DIZOLVARE', status.from);
  const move = holdsOn(life.addresses, on);
  const moved = move.value.locality.county !== life.addresses[0]?.value.locality.county;
  return moved ? since('TRANSFER(SOSIRE)', move.from) : since('INREGISTRAT', life.registeredOn);
}

const LARGE_TURNOVER = 300e6;
const MEDIUM_TURNOVER = 20e6;

function authorityOf(life: Life, { locality }: Address): string {
  const { county } = locality;
  if (life.business.turnover > LARGE_TURNOVER) return 'Administrație pentru Contribuabili Mari';
  if (life.business.turnover > MEDIUM_TURNOVER)
    return `Administrația Fiscală pentru Contribuabili Mijlocii - ${county.name}`;
  if (locality.kind === 'sector') return `Administrația Sectorului ${locality.name.at(-1)} a Finanțelor Publice`;
  return `Administrația Județeană a Finanțelor Publice ${county.name}`;
}

function ownershipOf(life: Life): string {
  if (life.form === 'RA' || life.form === 'town hall' || life.form === 'hospital') return 'PROPR.DE STAT';
  if (life.parentCountry !== null) return 'PROPR.PRIVATA-CAPITAL PRIVAT STRAIN';
  const mixed = chance(life.world.seed, life.index, 'ownership') < 0.03;
  return mixed ? 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON SI STRAIN' : 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON';
}

/** No subscriber has a number that starts with 0700. */
function phoneOf(life: Life, topic: string, share: number): string | null {
  const roll = chance(life.world.seed, life.index, topic);
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

function accountOf({ form, cui, world, index }: Life): string | null {
  if (form === 'town hall' || form === 'hospital') return ibanWith(`TREZ00024A5103${cui.slice(-4)}XX`);
  return chance(world.seed, index, 'iban') < SHARE || index === 0
    ? ibanWith(`${BANK}0000${cui.padStart(12, '0')}`)
    : null;
}
