/** A hand-written country of a few companies, for tests that query state sources. */

import type { FiscalRecord, Indicator } from '#data/sources/anaf/records.ts';
import type { SimulatedCountry } from '#demo-country/country.ts';
import { cuiOf } from '#lib/values/cui.ts';

/** The fiscal code of the n-th company, from 0. */
export const companyCui = (n: number): string => cuiOf(9_000_001 + n);

/** A valid fiscal code of no company. */
export const strangerCui = (n = 0): string => cuiOf(9_900_001 + n);

/** Company 1 files under IFRS, company 2 never files; all others file for 2023 and 2024. */
export function tinyCountry(companies = 3): SimulatedCountry & { phone: string } {
  const order = new Map(Array.from({ length: companies }, (_, n) => [companyCui(n), n]));
  return {
    settings: { seed: 'tiny', companies, founded: '2026-11-15' },
    /** Changes the tax authority’s data of every company, so that a test can see a refresh. */
    phone: '0210000000',
    fiscalRecord(cui, on) {
      const n = order.get(cui);
      return n === undefined ? null : fiscalRecord(cui, n, on, this.phone);
    },
    balance(cui, year) {
      const n = order.get(cui);
      if (n === undefined || n === 2 || year < 2023 || year > 2024) return null;
      return { cui, year, form: n === 1 ? 'IR' : 'UU', caenCode: '0111', indicators: indicators(year) };
    },
    procurement: () => null,
    rates: (year, on) =>
      [`${year}-01-05`, `${year}-11-13`]
        .filter((day) => year >= 2024 && day <= on)
        .map((day) => ({
          day,
          rates: [
            { currency: 'EUR', multiplier: 1, value: '5.1000' },
            { currency: 'HUF', multiplier: 100, value: '1.3000' },
          ],
        })),
  };
}

function fiscalRecord(cui: string, n: number, day: string, phone: string): FiscalRecord {
  const address = {
    street: 'Str. Țesătorilor',
    number: '8',
    details: null,
    locality: 'București Sectorul 1',
    county: 'MUNICIPIUL BUCUREȘTI',
    country: null,
    // Published as it is: codes with a leading zero lose it at their source.
    postalCode: '110101',
  };
  return {
    cui,
    day,
    name: `FIRMA ${n} ȘTIINȚA SRL`,
    address: 'MUNICIPIUL BUCUREȘTI, SECTOR 1, STR. ȚESĂTORILOR, NR.8',
    registrationNumber: 'J2002008118400',
    phone,
    fax: null,
    postalCode: '110101',
    registrationState: 'INREGISTRAT din data 13.06.2008',
    registeredOn: '2008-06-13',
    caenCode: '0111',
    iban: null,
    eFacturaRegistered: true,
    eFacturaSince: '2024-01-08',
    fiscalAuthority: 'Administrația Sector 1 a Finanțelor Publice',
    ownershipForm: 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON',
    organizationForm: 'PERSOANA JURIDICA',
    legalForm: 'SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ',
    vatRegistered: true,
    vatPeriods: [{ start: '2009-02-01', end: null, canceledAt: null, message: null }],
    cashBasisVat: false,
    cashBasisVatStart: null,
    cashBasisVatEnd: null,
    splitVat: false,
    splitVatStart: null,
    splitVatEnd: null,
    inactive: false,
    inactiveSince: null,
    reactivatedSince: null,
    inactivePublishedOn: null,
    deregisteredOn: null,
    headquartersAddress: address,
    fiscalAddress: address,
  };
}

/** The chart of a company, as labelled by the authority. */
export const chartLabels = [
  'ACTIVE IMOBILIZATE - TOTAL ',
  'ACTIVE CIRCULANTE - TOTAL, din care:',
  'Stocuri',
  'Creante',
  'Casa şi conturi la bănci',
  'CHELTUIELI IN AVANS',
  'DATORII ',
  'VENITURI IN AVANS',
  'PROVIZIOANE',
  'CAPITALURI - TOTAL, din care:',
  'Capital subscris varsat',
  'Patrimoniul regiei ',
  'Cifra de afaceri neta',
  'VENITURI TOTALE',
  'CHELTUIELI TOTALE',
  'Profit brut',
  'Pierdere bruta',
  'Profit net',
  'Pierdere  neta',
  'Numar mediu de salariati',
];

const indicators = (year: number): Indicator[] =>
  chartLabels.map((label, i) => ({ code: `I${i + 1}`, label, value: (year - 2000) * 1000 + i }));
