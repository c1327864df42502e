/** The tax authority's company service, version 9, as it answers in production: strings for everything, "" for nothing, cedillas. */
import type { BalanceRecord, FiscalAddress, FiscalRecord, Indicator } from '#data/sources/anaf/records.ts';
import { type County, findCounty } from '#lib/values/county.ts';
import { type Day, isDay } from '#lib/values/date.ts';
import { localitySlug } from '#lib/values/locality.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { oldRegistrationNumber } from '#lib/values/registration-number.ts';
import { type Answer, json, plain } from './answer.ts';
import type { SimulatedCountry } from './country.ts';
import { officialName, withoutZero } from './places.ts';
import { cedilla } from './write-text.ts';

/** The official bound on one request. */
const CUIS_MAX = 100;

export function answerCompanies(country: SimulatedCountry, body: string, today: Day): Answer {
  const queries = readRequest(body);
  if (!queries) return plain('Cerere invalida: se asteapta o lista de obiecte {cui, data}', 400);
  if (queries.length > CUIS_MAX) return json({ cod: 400, message: `Numarul maxim de CUI-uri este ${CUIS_MAX}` });
  const found: unknown[] = [];
  const notFound: number[] = [];
  for (const { cui, data } of queries) {
    const record = country.fiscalRecord(String(cui), data < today ? data : today);
    if (record) found.push(companyEntry({ ...record, day: data }));
    else notFound.push(cui);
  }
  return json({ found, notFound }, found.length > 0 ? 200 : 404);
}

function readRequest(body: string): { cui: number; data: Day }[] | null {
  let list: unknown;
  try {
    list = JSON.parse(body);
  } catch {
    return null;
  }
  const isValid = (entry: unknown): boolean => {
    const { cui, data } = (entry ?? {}) as { cui?: unknown; data?: unknown };
    return Number.isSafeInteger(cui) && typeof data === 'string' && isDay(data);
  };
  return Array.isArray(list) && list.length > 0 && list.every(isValid) ? list : null;
}

function companyEntry(record: FiscalRecord) {
  return {
    date_generale: {
      cui: Number(record.cui),
      data: record.day,
      denumire: cedilla(record.name),
      adresa: cedilla(record.address).toUpperCase(),
      nrRegCom: registrationNumber(record),
      telefon: record.phone ?? '',
      fax: record.fax ?? '',
      codPostal: withoutZero(record.postalCode ?? ''),
      act: '',
      stare_inregistrare: cedilla(record.registrationState),
      data_inregistrare: record.registeredOn ?? '',
      cod_CAEN: record.caenCode?.replace(/^0+/, '') ?? '',
      iban: record.iban ?? '',
      statusRO_e_Factura: record.eFacturaRegistered ?? false,
      data_inreg_Reg_RO_e_Factura: record.eFacturaSince ?? '',
      organFiscalCompetent: cedilla(record.fiscalAuthority),
      forma_de_proprietate: cedilla(record.ownershipForm),
      forma_organizare: cedilla(record.organizationForm),
      forma_juridica: cedilla(record.legalForm),
    },
    inregistrare_scop_Tva: {
      scpTVA: record.vatRegistered ?? false,
      perioade_TVA: record.vatPeriods.map((period) => ({
        data_inceput_ScpTVA: period.start ?? '',
        data_sfarsit_ScpTVA: period.end ?? '',
        data_anul_imp_ScpTVA: period.canceledAt ?? '',
        mesaj_ScpTVA: cedilla(period.message),
      })),
    },
    inregistrare_RTVAI: {
      dataInceputTvaInc: record.cashBasisVatStart ?? '',
      dataSfarsitTvaInc: record.cashBasisVatEnd ?? '',
      dataActualizareTvaInc: record.cashBasisVatEnd ?? record.cashBasisVatStart ?? '',
      dataPublicareTvaInc: record.cashBasisVatEnd ?? record.cashBasisVatStart ?? '',
      tipActTvaInc: record.cashBasisVatEnd ? 'Radiere' : record.cashBasisVatStart ? 'Inregistrare' : '',
      statusTvaIncasare: record.cashBasisVat ?? false,
    },
    stare_inactiv: {
      dataInactivare: record.inactiveSince ?? '',
      dataReactivare: record.reactivatedSince ?? '',
      dataPublicare: record.inactivePublishedOn ?? '',
      // Mostly empty: only for struck-off firms that were inactive before.
      dataRadiere: (record.inactiveSince && record.deregisteredOn) ?? '',
      statusInactivi: record.inactive ?? false,
    },
    inregistrare_SplitTVA: {
      dataInceputSplitTVA: record.splitVatStart ?? '',
      dataAnulareSplitTVA: record.splitVatEnd ?? '',
      statusSplitTVA: record.splitVat ?? false,
    },
    adresa_sediu_social: addressEntry('s', record.headquartersAddress),
    adresa_domiciliu_fiscal: addressEntry('d', record.fiscalAddress),
  };
}

function addressEntry(prefix: 's' | 'd', address: FiscalAddress | null): Record<string, string> {
  const county = findCounty(address?.county ?? '');
  const locality = address?.locality && officialName(address.locality, county?.name ?? '');
  return {
    [`${prefix}denumire_Strada`]: cedilla(address?.street),
    [`${prefix}numar_Strada`]: address?.number ?? '',
    [`${prefix}denumire_Localitate`]: cedilla(locality),
    [`${prefix}cod_Localitate`]: localityCode(county, locality ?? ''),
    [`${prefix}denumire_Judet`]: cedilla(address?.county).toUpperCase(),
    [`${prefix}cod_Judet`]: county ? String(county.number) : '',
    [`${prefix}cod_JudetAuto`]: county?.plate ?? '',
    [`${prefix}tara`]: cedilla(address?.country),
    [`${prefix}detalii_Adresa`]: cedilla(address?.details),
    [`${prefix}cod_Postal`]: withoutZero(address?.postalCode ?? ''),
  };
}

/** The authority's own numbers of a county's localities, not SIRUTA: `3`, `355`. */
function localityCode(county: County | undefined, locality: string): string {
  if (!county || locality === '') return '';
  const sum = [...localitySlug(locality)].reduce(
    (total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 997,
    0,
  );
  return String(sum % 500);
}

/** Both shapes of the number are in use; which one a firm gets here depends on its code alone, so that it stays the same. */
function registrationNumber({ cui, registrationNumber: number }: FiscalRecord): string {
  const old = number && Math.floor(Number(cui) / 10) % 2 === 0 ? oldRegistrationNumber(number) : null;
  return old ?? number ?? '';
}

/** Programs with their own user agent get an answer without figures, as in production. */
const BOT = /bot|spider|crawl|curl|wget|python|java\/|go-http|node|undici|axios/i;

/** Balance sheets start with I5 for the usual chart. */
const FIRST_SHOWN = 4;

export function answerBalance(
  country: SimulatedCountry,
  query: URLSearchParams,
  userAgent: string,
  today: Day,
): Answer {
  const [year, cui] = [Number(query.get('an')), Number(query.get('cui'))];
  if (!Number.isInteger(year) || !Number.isSafeInteger(cui) || cui <= 0) return plain('Parametri invalizi', 400);
  const balance = country.balance(String(cui), year, today);
  if (!balance) return nothingFiled(cui, year);
  const about = describe(balance, country.fiscalRecord(String(cui), today)?.name ?? '');
  const hidden = userAgent === '' || BOT.test(userAgent);
  return json({ ...about, i: hidden ? [] : rotated(balance).map((indicator) => indicatorEntry(balance, indicator)) });
}

/** The service has three answers for a year without a balance sheet, none of them an error. */
function nothingFiled(cui: number, year: number): Answer {
  const variant = (cui + year) % 3;
  if (variant === 0) return json({});
  if (variant === 1) return json({ an: year, cui, deni: '', caen: 0, den_caen: '', i: [] });
  return plain('');
}

/** The name is glued to its legal form and the activity code loses its leading zero. */
const describe = (balance: BalanceRecord, name: string) => ({
  an: balance.year,
  cui: Number(balance.cui),
  deni: cedilla(name).replace(/ (SRL|SA)$/, '$1'),
  caen: Number(balance.caenCode ?? 0),
  den_caen: cedilla(caenTitles.get(balance.caenCode ?? '')),
});

const caenTitles = new Map(
  ['caen-rev3.tsv', 'caen-rev2.tsv']
    .flatMap((file) => readReference<'code' | 'title_ro'>(file))
    .map(({ code, title_ro }) => [code, title_ro]),
);

const rotated = ({ indicators }: BalanceRecord): Indicator[] => [
  ...indicators.slice(FIRST_SHOWN),
  ...indicators.slice(0, FIRST_SHOWN),
];

/** Empty items are zero here. The service labels the net loss of IFRS filers as gross. */
const indicatorEntry = ({ form }: BalanceRecord, { code, label, value }: Indicator) => ({
  indicator: code,
  val_indicator: value ?? 0,
  val_den_indicator: form === 'IR' && code === 'I19' ? 'Pierdere bruta' : cedilla(label),
});
