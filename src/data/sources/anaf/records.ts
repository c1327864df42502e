/** The tax authority's record of one CUI on one day (web service v9), typed, comma-below, "" read as null. */
import type { Day } from '#lib/values/date.ts';

export interface FiscalAddress {
  street: string | null;
  number: string | null;
  details: string | null;
  locality: string | null;
  county: string | null;
  country: string | null;
  postalCode: string | null;
}

export interface VatPeriod {
  start: Day | null;
  end: Day | null;
  canceledAt: Day | null;
  message: string | null;
}

export interface FiscalRecord {
  cui: string;
  /** The day that the record describes. */
  day: Day;
  name: string;
  address: string | null;
  registrationNumber: string | null;
  phone: string | null;
  fax: string | null;
  postalCode: string | null;
  /** `INREGISTRAT din data 13.06.2008`, verbatim. */
  registrationState: string | null;
  registeredOn: Day | null;
  caenCode: string | null;
  iban: string | null;
  eFacturaRegistered: boolean | null;
  eFacturaSince: Day | null;
  fiscalAuthority: string | null;
  ownershipForm: string | null;
  organizationForm: string | null;
  legalForm: string | null;
  vatRegistered: boolean | null;
  vatPeriods: VatPeriod[];
  cashBasisVat: boolean | null;
  cashBasisVatStart: Day | null;
  cashBasisVatEnd: Day | null;
  splitVat: boolean | null;
  splitVatStart: Day | null;
  splitVatEnd: Day | null;
  inactive: boolean | null;
  inactiveSince: Day | null;
  reactivatedSince: Day | null;
  inactivePublishedOn: Day | null;
  deregisteredOn: Day | null;
  headquartersAddress: FiscalAddress | null;
  fiscalAddress: FiscalAddress | null;
}

/** One balance sheet, from the web service or a line of a yearly file: values as filed, in lei, null where empty. */
export interface BalanceRecord {
  cui: string;
  year: number;
  /** uu, bl, ir, ngo, bank, insurer, broker, ifn, sif, pension …; null from the web service, which does not report it. */
  form: BalanceForm | null;
  caenCode: string | null;
  indicators: Indicator[];
}

export interface Indicator {
  code: string;
  label: string | null;
  /** In lei, or heads for the number of employees. */
  value: number | null;
}

export type BalanceForm =
  | 'UU'
  | 'BL'
  | 'IR'
  | 'NGO'
  | 'bank'
  | 'insurer'
  | 'broker'
  | 'IFN'
  | 'SIF'
  | 'pension'
  | 'VS'
  | 'VM'
  | 'IPIEME';
