/** The parameters of the company module, and its port to the live store. */

import type { Context } from '#api/context.ts';
import type { Call } from '#api/endpoint.ts';
import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import type { HotDocuments } from './hot-documents.ts';
import type { OnDate } from './on-date/on-date.ts';
import type { AuthorityPages } from './tax-authority.ts';

/** The tax authority's last answer about a fiscal code. `found` false: the authority has no such code. */
export interface FiscalObservation {
  found: boolean;
  record: FiscalRecord | null;
  fetchedAt: string;
}

/** The authority's answer about a day; `raw`: its record's JSON as received. */
export interface DayObservation extends FiscalObservation {
  raw: string | null;
}

/** The subject of a receipt. */
export interface Receipted {
  cui: string;
  day: Day;
  raw: string;
  /** False: the source has no such taxpayer on that day. */
  found: boolean;
  fetchedAt: string;
  onDate: OnDate;
}

export interface BalanceObservation {
  year: number;
  found: boolean;
  record: BalanceRecord | null;
  fetchedAt: string;
}

/** `pending`: the timeout has passed and the refresh continues. */
export type RefreshOutcome = 'found' | 'notFound' | 'unavailable' | 'pending';

/** Reads and refreshes the observations of live services, which all hosts share. */
export interface LivePort {
  fiscal(cuis: readonly string[]): Promise<Map<string, FiscalObservation>>;
  /** `requester` null: lowest priority. */
  refreshFiscal(
    cuis: readonly string[],
    waitMs: number,
    requester: string | null,
  ): Promise<Map<string, RefreshOutcome>>;
  /** Observations about one day, stored apart from those about today. */
  fiscalOn(cuis: readonly string[], day: Day): Promise<Map<string, DayObservation>>;
  refreshFiscalOn(
    cuis: readonly string[],
    day: Day,
    waitMs: number,
    requester: string | null,
  ): Promise<Map<string, RefreshOutcome>>;
  /** Notes that a caller requested the company, so that refreshers prefer it. */
  touched(cui: string): void;
  balances(cui: string): Promise<BalanceObservation[]>;
  refreshBalances(
    cui: string,
    years: readonly number[],
    waitMs: number,
    requester: string,
  ): Promise<Map<number, RefreshOutcome>>;
}

export type CompanyContext = Pick<Context, 'liveStore' | 'hidden' | 'cursors' | 'report'> & {
  live: LivePort;
  /** Null where another host may render into the same store without notice. */
  hot: HotDocuments | null;
  /** Addresses of the tax authority in answers. */
  pages: AuthorityPages;
  today(): string;
  /** Lei for one euro on the bank's last day of the year. */
  eurRate(dataset: Dataset, year: number): Promise<number | null>;
  /** Mentions in the Official Gazette; empty when it is not loaded. */
  gazetteMentions(
    dataset: Dataset,
    cui: string,
  ): Promise<{ date: string; title: string; details: Message; decisionId: string }[]>;
  /** First events in public procurement; empty when it is not loaded. */
  procurementFirsts(
    dataset: Dataset,
    cui: string,
  ): Promise<
    { date: string; title: Message; details: Message; contractId: string | null; purchaseId: string | null }[]
  >;
  /** Stores the raw records that receipts refer to. */
  storeReceipted(records: readonly Pick<Receipted, 'cui' | 'day' | 'raw' | 'fetchedAt'>[]): Promise<void>;
  /** Signs the tax authority's answer to this call. */
  issueReceipt(receipted: Receipted, call: Call): Promise<string>;
  /** Fiscal codes for examples and for the demo's "not found" message. */
  example: { cui: string; name: string; others: string[] };
};
