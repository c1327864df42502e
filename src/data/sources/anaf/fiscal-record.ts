/** One element of `found` in the tax authority's answer → a FiscalRecord. */
import { caenCode } from '#data/sources/cells.ts';
import { parseSpelledDay } from '#data/sources/gazette/dates.ts';
import { booleanOf, dayOf, isObject, type JsonObject, listOf, objectOf, textOf } from '#data/sources/json.ts';
import { parseCui } from '#lib/values/cui.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { townNameOrNull } from '#lib/values/locality.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { fold } from '#lib/values/text.ts';
import type { FiscalAddress, FiscalRecord, VatPeriod } from './records.ts';

/** Null without a fiscal code and a name. `day`: the requested day. */
export function readFiscalRecord(found: unknown, day: Day): FiscalRecord | null {
  const general = objectOf(objectOf(found).date_generale);
  const vat = objectOf(objectOf(found).inregistrare_scop_Tva);
  const cashBasis = objectOf(objectOf(found).inregistrare_RTVAI);
  const inactivity = objectOf(objectOf(found).stare_inactiv);
  const split = objectOf(objectOf(found).inregistrare_SplitTVA);

  const cui = parseCui(textOf(general.cui) ?? '');
  const name = textOf(general.denumire);
  if (cui === null || name === null) return null;
  const number = textOf(general.nrRegCom);
  const state = textOf(general.stare_inregistrare);
  return {
    cui,
    day: dayOf(general.data) ?? day,
    name,
    address: textOf(general.adresa),
    registrationNumber: number && parseRegistrationNumber(number),
    phone: textOf(general.telefon),
    fax: textOf(general.fax),
    postalCode: textOf(general.codPostal),
    registrationState: state,
    registeredOn: dayOf(general.data_inregistrare) ?? registeredOn(state),
    caenCode: caenCode(textOf(general.cod_CAEN) ?? ''),
    iban: textOf(general.iban),
    eFacturaRegistered: booleanOf(general.statusRO_e_Factura),
    eFacturaSince: dayOf(general.data_inreg_Reg_RO_e_Factura),
    fiscalAuthority: textOf(general.organFiscalCompetent),
    ownershipForm: textOf(general.forma_de_proprietate),
    organizationForm: textOf(general.forma_organizare),
    legalForm: textOf(general.forma_juridica),
    vatRegistered: booleanOf(vat.scpTVA),
    vatPeriods: listOf(vat.perioade_TVA).map(vatPeriod).filter(hasValue),
    cashBasisVat: booleanOf(cashBasis.statusTvaIncasare),
    cashBasisVatStart: dayOf(cashBasis.dataInceputTvaInc),
    cashBasisVatEnd: dayOf(cashBasis.dataSfarsitTvaInc),
    splitVat: booleanOf(split.statusSplitTVA),
    splitVatStart: dayOf(split.dataInceputSplitTVA),
    splitVatEnd: dayOf(split.dataAnulareSplitTVA),
    inactive: booleanOf(inactivity.statusInactivi),
    inactiveSince: dayOf(inactivity.dataInactivare),
    reactivatedSince: dayOf(inactivity.dataReactivare),
    inactivePublishedOn: dayOf(inactivity.dataPublicare),
    // Empty for many struck-off firms, where only the state has the day.
    deregisteredOn: dayOf(inactivity.dataRadiere) ?? struckOffOn(state),
    headquartersAddress: address(objectOf(found).adresa_sediu_social, 's'),
    fiscalAddress: address(objectOf(found).adresa_domiciliu_fiscal, 'd'),
  };
}

const vatPeriod = (period: unknown): VatPeriod => {
  const fields = objectOf(period);
  return {
    start: dayOf(fields.data_inceput_ScpTVA),
    end: dayOf(fields.data_sfarsit_ScpTVA),
    canceledAt: dayOf(fields.data_anul_imp_ScpTVA),
    message: textOf(fields.mesaj_ScpTVA),
  };
};

/** Companies that never were registered for VAT come with one period of empty fields. */
const hasValue = (period: VatPeriod): boolean => Object.values(period).some((value) => value !== null);

/**
 * The registered office has its fields under `s…`, the fiscal domicile under `d…`. Null when all of them are empty. Codes of
 * localities are left out: they are the authority's own numbering in each county (`3`, `355`), not SIRUTA.
 */
function address(value: unknown, prefix: 's' | 'd'): FiscalAddress | null {
  if (!isObject(value)) return null;
  const field = (name: string) => textOf((value as JsonObject)[prefix + name]);
  const read: FiscalAddress = {
    street: field('denumire_Strada'),
    number: field('numar_Strada'),
    details: field('detalii_Adresa'),
    locality: townNameOrNull(field('denumire_Localitate')),
    county: field('denumire_Judet'),
    country: field('tara'),
    postalCode: field('cod_Postal'),
  };
  return Object.values(read).some((part) => part !== null) ? read : null;
}

/** The tax authority's text about a registration, `RADIERE din data 29.03.2024`, has the day where its own field is empty. */
const BEFORE_DAY = ' din data ';

/** The start of the text: `RADIERE`, `RADIAT`, `RADIATA`. */
const STRUCK_OFF = ['radiere', 'radiat'];
/** `INREGISTRAT`, `INREGISTRATA`, `ÎNREGISTRAT`; a firm that moved or is suspended has another text and day. */
const REGISTERED = ['inregistrat'];

const struckOffOn = (state: string | null): Day | null => dayIn(state, STRUCK_OFF);

const registeredOn = (state: string | null): Day | null => dayIn(state, REGISTERED);

function dayIn(state: string | null, beginnings: readonly string[]): Day | null {
  const text = fold(state ?? '');
  const at = text.indexOf(BEFORE_DAY);
  if (at < 0 || !beginnings.some((beginning) => text.startsWith(beginning))) return null;
  const day = text.slice(at + BEFORE_DAY.length).trim();
  // `15 Aprilie 2005`: from copies of its answers.
  return parseRomanianDay(day) ?? parseSpelledDay(day);
}
