/** One entity with all its past, present and future records, and the days of their changes. */
import type { Dated } from './days.ts';
import type { Person } from './people.ts';
import type { Address } from './places.ts';
import type { Trade } from './trades.ts';
import type { World } from './world.ts';

export interface Entity {
  world: World;
  index: number;
  cui: string;
  /** The old individual forms never got a fiscal code of their own: the registry prints 0. */
  cuiPublished: boolean;
  /** The registry's abbreviation; outside the registry, the kind of entity. */
  form: Form;
  registeredOn: number;
  /** In the registry's format, old or new; null outside the registry. */
  registration: string | null;
  /** Day of striking off; may lie in the future. */
  closedOn: number | null;
  names: Dated<string>[];
  addresses: Dated<Address>[];
  officers: Tenure[];
  shareholders: Shareholder[];
  /** The set of status codes that holds from each day. */
  statuses: Dated<readonly string[]>[];
  trade: Trade;
  activities: Trade[];
  /** When the registered activities were rewritten in Rev.3; null when they never were. */
  rev3Since: number | null;
  website: string | null;
  parentCountry: string | null;
  branches: Branch[];
  business: Business;
  tax: Partial<TaxTraits>;
}

export type Form =
  | 'SRL'
  | 'SRL-D'
  | 'SA'
  | 'SNC'
  | 'SCS'
  | 'RA'
  | 'SE'
  | 'GIE'
  | 'SUC'
  | 'N/A'
  | 'PFA'
  | 'II'
  | 'IF'
  | 'PF'
  | 'AF'
  | 'SC'
  | 'CA'
  | 'OC1'
  | 'town hall'
  | 'hospital'
  | 'NGO'
  | 'practice';

export interface Tenure {
  name: string;
  /** Null for a company: then there is no birth data. */
  person: Person | null;
  /** Where a company that acts as officer has its seat. */
  seat: Address['locality'];
  title: string;
  from: number;
  until: number | null;
}

export interface Shareholder {
  name: string;
  person: Person | null;
  /** Fiscal code of a domestic company; null for people and foreigners. */
  cui: string | null;
  /** Hundredths of a percent. */
  share: number;
  since: number;
}

export interface Branch {
  kind: string;
  name: string;
  euid: string;
  fiscalCode: string;
  country: string;
}

/** Parameters of the firm's balance sheets. */
export interface Business {
  /** Turnover in lei of the year 2022. */
  turnover: number;
  /** Yearly growth, as a logarithm. */
  growth: number;
  /** Deviation of sales from their trend, as a logarithm. */
  swing: number;
  /** Difference from the margin of the section. */
  edge: number;
  /** Debts for one leu of assets; above 1 the equity is negative. */
  leverage: number;
  /** Without sales and employees. */
  dormant: boolean;
  employees: 'as usual' | 'none';
  files: 'always' | 'mostly' | 'never';
  /** The newest balance sheet is late: only the web service has it. */
  lateNewest: boolean;
  chart: 'UU' | 'BL' | 'IR' | 'NGO' | 'bank' | 'insurer' | null;
  /** A year whose balance sheet does not add up. */
  breachIn?: number;
}

/** Fixed tax records of showcase firms; null is "never", undefined "as drawn". */
interface TaxTraits {
  vat: 'registered' | 'canceled' | 'never';
  cashBasis: boolean;
  leftCashBasis: boolean;
  splitVat: boolean;
  inactiveSince: number | null;
  reactivatedSince: number;
}

/** Traders that are a person: register letter F, no balance sheets. */
export const isIndividual = (form: Form): boolean => INDIVIDUAL.has(form);
const INDIVIDUAL = new Set<Form>(['PFA', 'II', 'IF', 'PF', 'AF']);

export const isCooperative = (form: Form): boolean => form === 'SC' || form === 'CA' || form === 'OC1';
