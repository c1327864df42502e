/** The simulated country: an invented country, the same for the same settings, that publishes in the real formats. */

import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Day } from '#lib/values/date.ts';
import type { CountrySettings } from '#server/demo-port.ts';
import type { Procurement } from './procurement/system.ts';

export interface SimulatedCountry {
  readonly settings: CountrySettings;
  /** What the tax authority would answer for this CUI on this day; null when it does not know it. */
  fiscalRecord(cui: string, on: Day): FiscalRecord | null;
  /** The balance sheet the tax authority's web service holds on this day, late filers included; null when there is none. */
  balance(cui: string, year: number, on: Day): BalanceRecord | null;
  /** The bank's rates of one year, up to `on`: one entry per bank day. */
  rates(year: number, on: Day): SimulatedRateDay[];
  /** What the state buys; null in a country that is too small to buy anything. */
  procurement(): Procurement | null;
}

export interface SimulatedRateDay {
  day: Day;
  /** `value` as printed, four decimals, lei per `multiplier` units; now and then the bank prints an empty one. */
  rates: { currency: string; multiplier: number; value: string }[];
}
