/** What company data needs from elsewhere; app.ts hands it over. */

import type { Cursors } from '#api/cursor.ts';
import type { Call } from '#api/endpoint.ts';
import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { Day } from '#lib/values/date.ts';
import type { AuthorityPages } from './authority-provenance.ts';
import type { HotDocuments } from './hot-documents.ts';
import type { OnDate } from './on-date/on-date.ts';

/** What the tax authority last said of a fiscal code: found, or asked and not known to it. */
export interface FiscalObservation {
  found: boolean;
  record: FiscalRecord | null;
  fetchedAt: string;
}

/** What it said of a day, in its own words too: its record's JSON. */
export interface DayObservation extends FiscalObservation {
  raw: string | null;
}

/** What a receipt confirms. */
export interface Receipted {
  cui: string;
  day: Day;
  raw: string;
  /** False: the source has no such taxpayer on that day. */
  found: boolean;
  fetchedAt: string;
  told: OnDate;
}

export interface BalanceObservation {
  year: number;
  found: boolean;
  record: BalanceRecord | null;
  fetchedAt: string;
}

/** `pending`: the wait is over, the refresh goes on. */
export type RefreshOutcome = 'found' | 'notFound' | 'unavailable' | 'pending';

/** The live side: observations kept, and asking for newer ones, shared by the whole installation. */
export interface Live {
  fiscal(cuis: readonly string[]): Promise<Map<string, FiscalObservation>>;
  /** `asker` null: behind everybody. */
  refreshFiscal(cuis: readonly string[], waitMs: number, asker: string | null): Promise<Map<string, RefreshOutcome>>;
  /** What was told of one day; kept apart from what is told of now. */
  fiscalOn(cuis: readonly string[], day: Day): Promise<Map<string, DayObservation>>;
  refreshFiscalOn(
    cuis: readonly string[],
    day: Day,
    waitMs: number,
    asker: string | null,
  ): Promise<Map<string, RefreshOutcome>>;
  /** A caller asked for it: it is worth keeping fresh before others. */
  touched(cui: string): void;
  balances(cui: string): Promise<BalanceObservation[]>;
  refreshBalances(
    cui: string,
    years: readonly number[],
    waitMs: number,
    asker: string,
  ): Promise<Map<number, RefreshOutcome>>;
}

export interface CompanyNeeds {
  live: Live;
  /** Keeps rendered answers; can be lost. */
  liveStore: Database;
  /** Keeps those asked for most at hand; null where others may render them unseen. */
  hot: HotDocuments | null;
  hidden(): HiddenPersons;
  cursors: Cursors;
  /** What answers name as the tax authority's address. */
  pages: AuthorityPages;
  today(): string;
  /** A failure that costs the caller nothing, but should be known. */
  report(error: unknown): void;
  /** Lei for one euro on the bank's last day of the year. */
  eurRate(dataset: Dataset, year: number): Promise<number | null>;
  /** When the Official Gazette mentioned the company; none when it is not loaded. */
  gazetteMentions(
    dataset: Dataset,
    cui: string,
  ): Promise<{ date: string; title: string; details: Message; decisionId: string }[]>;
  /** Its first steps in public procurement; none when that is not loaded. */
  procurementFirsts(
    dataset: Dataset,
    cui: string,
  ): Promise<
    { date: string; title: Message; details: Message; contractId: string | null; purchaseId: string | null }[]
  >;
  /** Receipts are given over these records: they are kept as they came. */
  keepReceipted(records: readonly Pick<Receipted, 'cui' | 'day' | 'raw' | 'fetchedAt'>[]): Promise<void>;
  /** Signs what the tax authority answered to this call. */
  receipt(receipted: Receipted, call: Call): Promise<string>;
  /** Fiscal codes to show in examples and in the demo's "not found" message. */
  example: { cui: string; name: string; others: string[] };
}
